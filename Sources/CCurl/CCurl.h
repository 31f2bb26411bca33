#pragma once
#include <curl/curl.h>

// `curl_easy_setopt` and `curl_easy_getinfo` take any number of arguments, which Swift cannot call: one function for each type of value.

static inline CURLcode merlon_curl_set_long(CURL *handle, CURLoption option, long value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode merlon_curl_set_large(CURL *handle, CURLoption option, curl_off_t value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode merlon_curl_set_text(CURL *handle, CURLoption option, const char *value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode merlon_curl_set_pointer(CURL *handle, CURLoption option, const void *value) { return curl_easy_setopt(handle, option, value); }

typedef CURLcode (*merlon_curl_context_function)(CURL *handle, void *context, void *user);
typedef size_t (*merlon_curl_data_function)(char *bytes, size_t size, size_t count, void *user);
typedef int (*merlon_curl_progress_function)(void *user, curl_off_t, curl_off_t, curl_off_t, curl_off_t);

static inline CURLcode merlon_curl_set_context_function(CURL *handle, merlon_curl_context_function function) {
  return curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, function);
}
static inline CURLcode merlon_curl_set_data_function(CURL *handle, CURLoption option, merlon_curl_data_function function) {
  return curl_easy_setopt(handle, option, function);
}
static inline CURLcode merlon_curl_set_progress_function(CURL *handle, merlon_curl_progress_function function) {
  return curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, function);
}
static inline CURLcode merlon_curl_set_no_progress_meter(CURL *handle) { return curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L); }

static inline CURLcode merlon_curl_get_long(CURL *handle, CURLINFO info, long *value) { return curl_easy_getinfo(handle, info, value); }

/// Whether this libcurl can log in by NTLM.
static inline int merlon_curl_has_ntlm(void) { return (curl_version_info(CURLVERSION_NOW)->features & CURL_VERSION_NTLM) != 0; }

/// The name and version of the TLS library that libcurl was built with, such as `OpenSSL/3.0.15`.
static inline const char *merlon_curl_tls_library(void) { return curl_version_info(CURLVERSION_NOW)->ssl_version; }
