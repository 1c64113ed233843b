/**
 * A self-signed certificate for localhost, not for 127.0.0.1, for the mail server of tests. Valid until 2126. Made with:
 * openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=localhost
 *   -addext "subjectAltName=DNS:localhost"
 */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlDCCATugAwIBAgIUXxcSClAmaKB6ar6inuQKhHaddAgwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNzE0Mzk0OFoYDzIxMjYxMDI0
MTQzOTQ4WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARo6YgaOmqga/qbGhIc4vpmlpevrVK2o6ECa61oHalsy6ZUAo5pHHZ0
GsRKhq7H4Yz3qKzd/tCb+i9V80rk1yGao2kwZzAdBgNVHQ4EFgQUOrvmXfmBPfxj
dAt8AvQUe2cyS7EwHwYDVR0jBBgwFoAUOrvmXfmBPfxjdAt8AvQUe2cyS7EwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
RwAwRAIgJS79bXgTZI+vUW7e5P4BBL5rzsxrVRE3DNog6+1buj0CIG9+qb9Svcjq
x4hdIF06aktCbEJwwqe32EPiNd3cO+YC
-----END CERTIFICATE-----
`

export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgFp47YEnI27EHnbXX
HoyYYs9jNaxZ/dVtUBOWi+dk+TKhRANCAARo6YgaOmqga/qbGhIc4vpmlpevrVK2
o6ECa61oHalsy6ZUAo5pHHZ0GsRKhq7H4Yz3qKzd/tCb+i9V80rk1yGa
-----END PRIVATE KEY-----
`
