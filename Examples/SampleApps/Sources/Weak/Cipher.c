// Hashing, sealing and token making. Weak: every primitive is broken, and the key is in the program.
#include <CommonCrypto/CommonCrypto.h>
#include <Darwin.h>

// MASTG-TEST-0213.
static const unsigned char key[8] = {0x3b, 0x91, 0x5e, 0xc7, 0x0a, 0xf4, 0x62, 0xd8};

// MASTG-TEST-0211.
void Cipher_digest(const char *text, unsigned char digest[36]) {
    CC_MD5(text, (uint32_t)strlen(text), digest);
    CC_SHA1(text, (uint32_t)strlen(text), digest + CC_MD5_DIGEST_LENGTH);
}

// MASTG-TEST-0210, 0317: DES, and each block for itself.
size_t Cipher_encrypt(const void *text, size_t size, void *out, size_t available) {
    size_t moved = 0;
    CCCrypt(
        kCCEncrypt, kCCAlgorithmDES, kCCOptionPKCS7Padding | kCCOptionECBMode, key, sizeof key, NULL, text, size, out, available, &moved);
    return moved;
}

// MASTG-TEST-0311: seeded by the clock, so there are few tokens to try. MASTG-TEST-0229: and a buffer with nothing to guard it.
void Cipher_makeToken(char token[33]) {
    char piece[16];
    srand((unsigned)time(NULL));
    for (int i = 0; i < 4; i++) {
        sprintf(piece, "%08x", (unsigned)rand() ^ (unsigned)random());
        strcpy(token + 8 * i, piece);
    }
}
