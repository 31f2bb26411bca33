"""authorization_server.py FOLDER CERTIFICATES KEY: Django with django-oauth-toolkit on a free port of 127.0.0.1, over TLS. Prints the port.

Whoever sends `x-user: NAME` is signed in as that person: it stands for the person at the browser. Every token, code and device code that the server hands
out is appended to FOLDER/issued. What /control/ does is for tests: rotate (new signing keys), expire (access tokens), approve and deny (a device's code).
"""
import json
import os
import socketserver
import ssl
import subprocess
import sys
import urllib.parse
import warnings
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer

warnings.simplefilter("ignore")
folder, certificates, key = sys.argv[1:]


class Server(socketserver.ThreadingMixIn, WSGIServer):
    daemon_threads = True
    request_queue_size = 64

    def get_request(self):
        connection, address = super().get_request()
        connection.settimeout(20)
        return context.wrap_socket(connection, server_side=True, do_handshake_on_connect=False), address

    def handle_error(self, request, client_address):
        pass


class Handler(WSGIRequestHandler):
    def log_message(self, *args):
        pass


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificates, key)
server = Server(("127.0.0.1", 0), Handler)
server.base_environ["HTTPS"] = "on"
base = f"https://127.0.0.1:{server.server_port}"


def rsa_key():
    return subprocess.run(["openssl", "genrsa", "2048"], check=True, capture_output=True, text=True).stdout


from django.conf import settings  # noqa: E402

settings.configure(
    SECRET_KEY="x", ALLOWED_HOSTS=["127.0.0.1"], ROOT_URLCONF=__name__, USE_TZ=True, DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": os.path.join(folder, "db"), "OPTIONS": {"timeout": 30}}},
    INSTALLED_APPS=["django.contrib.auth", "django.contrib.contenttypes", "django.contrib.sessions", "oauth2_provider"],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware", "django.contrib.auth.middleware.AuthenticationMiddleware",
        f"{__name__}.person", f"{__name__}.recording"],
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True,
                "OPTIONS": {"context_processors": ["django.template.context_processors.request"]}}],
    PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"], LOGGING_CONFIG=None,
    OAUTH2_PROVIDER={
        "PKCE_REQUIRED": True, "OIDC_ENABLED": True, "OIDC_RSA_PRIVATE_KEY": rsa_key(), "ROTATE_REFRESH_TOKEN": True,
        "REFRESH_TOKEN_GRACE_PERIOD_SECONDS": 0, "REFRESH_TOKEN_REUSE_PROTECTION": True, "ACCESS_TOKEN_EXPIRE_SECONDS": 300,
        "AUTHORIZATION_CODE_EXPIRE_SECONDS": 60, "SCOPES": {"openid": "who", "read": "read"}, "OIDC_JWKS_MAX_AGE_SECONDS": 60,
        "ALLOWED_REDIRECT_URI_SCHEMES": ["http", "https", "com.example.app"], "OIDC_RP_INITIATED_LOGOUT_ENABLED": True,
        "OIDC_RP_INITIATED_LOGOUT_ALWAYS_PROMPT": False, "DEVICE_FLOW_INTERVAL": 1, "OAUTH_DEVICE_VERIFICATION_URI": base + "/o/device/",
        "COMPLIANT_BCP_RFC9700_AUTHZ_RESPONSE_ISS": True, "COMPLIANT_BCP_RFC9700_PKCE_METHOD": True,
        "COMPLIANT_BCP_RFC9700_IMPLICIT_GRANT": True, "COMPLIANT_BCP_RFC9700_PASSWORD_GRANT": True,
    })

import django  # noqa: E402

django.setup()
from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.http import HttpResponse, JsonResponse  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import include, path  # noqa: E402
from django.utils import timezone  # noqa: E402
from django.views.decorators.csrf import csrf_exempt  # noqa: E402
from oauth2_provider.decorators import protected_resource  # noqa: E402
from oauth2_provider.models import AccessToken, Application  # noqa: E402
from oauth2_provider.settings import oauth2_settings  # noqa: E402
from oauth2_provider.views import ConnectDiscoveryInfoView, OAuthServerMetadataView  # noqa: E402


def person(get_response):
    def middleware(request):
        name = request.headers.get("x-user")
        if name:
            request.user = User.objects.get(username=name)
        return get_response(request)
    return middleware


def recording(get_response):
    """Writes down what the server hands out before it leaves the process."""
    def middleware(request):
        response = get_response(request)
        issued = []
        if response.headers.get("content-type", "").startswith("application/json"):
            body = json.loads(response.content)
            issued = [body.get(name) for name in ("access_token", "refresh_token", "id_token", "device_code")] if isinstance(body, dict) else []
        location = urllib.parse.urlparse(response.headers.get("location", ""))
        issued += urllib.parse.parse_qs(location.query).get("code", [])
        with open(os.path.join(folder, "issued"), "a") as file:
            file.write("".join(f"{secret}\n" for secret in issued if secret))
        # Without it the end of the body would be the end of the connection, which anybody on the way can make.
        response["Content-Length"] = str(len(response.content))
        return response
    return middleware


def description(request):
    """The toolkit's description leaves out two endpoints that it has."""
    response = ConnectDiscoveryInfoView.as_view()(request)
    more = {"revocation_endpoint": base + "/o/revoke_token/", "device_authorization_endpoint": base + "/o/device-authorization/"}
    return JsonResponse(json.loads(response.content) | more)


@protected_resource(scopes=["read"])
def resource(request):
    return JsonResponse({"user": request.resource_owner.username})


def device(request, action):
    """Goes through the toolkit's own pages as a person does."""
    client = Client()
    client.force_login(User.objects.get(username="ada"))
    first = client.post("/o/device/", {"user_code": request.GET["code"]}, secure=True, HTTP_HOST="127.0.0.1")
    second = client.post(first.headers["location"], {"action": action}, secure=True, HTTP_HOST="127.0.0.1")
    return HttpResponse(status=200 if second.status_code in (200, 302) else 500)


@csrf_exempt
def control(request, action):
    if action == "rotate":
        oauth2_settings.OIDC_RSA_PRIVATE_KEY = rsa_key()
    elif action == "expire":
        AccessToken.objects.update(expires=timezone.now() - timezone.timedelta(seconds=1))
    else:
        return device(request, {"approve": "accept", "deny": "deny"}[action])
    return HttpResponse("done")


urlpatterns = [
    path("o/.well-known/openid-configuration", description), path("o/", include("oauth2_provider.urls", namespace="oauth2_provider")),
    path(".well-known/oauth-authorization-server/<path:issuer_path>", OAuthServerMetadataView.as_view()),
    path("api/", resource), path("control/<str:action>", control),
]

if __name__ == "__main__":
    sys.modules[settings.ROOT_URLCONF] = sys.modules[__name__]
    call_command("migrate", verbosity=0)
    ada = User.objects.create_user("ada", password="pw")
    User.objects.create_user("eve", password="pw")
    User.objects.update(last_login=timezone.now())
    app = {"client_type": "public", "skip_authorization": True, "algorithm": "RS256", "user": ada}
    Application.objects.create(
        name="app", client_id="app", authorization_grant_type="authorization-code", post_logout_redirect_uris="com.example.app:/logout",
        redirect_uris="com.example.app:/callback http://127.0.0.1/callback", **app)
    Application.objects.create(name="tv", client_id="tv", authorization_grant_type="urn:ietf:params:oauth:grant-type:device_code", **app)
    server.set_app(get_wsgi_application())
    print(server.server_port, flush=True)
    server.serve_forever()
