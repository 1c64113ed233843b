/**
 * Stands in for the packages by which `@simplewebauthn/server` reads certificates (wrangler.toml, `alias`). This site asks for no
 * attestation, so there are none to read, and they would be a twentieth of the Worker. What is left to do of ASN.1 is to take
 * a signature apart.
 */
export const AsnParser = {
  /** The two numbers of an ECDSA signature: SEQUENCE { INTEGER r, INTEGER s }, in DER. */
  parse(der: Uint8Array, schema: unknown): { r: Uint8Array; s: Uint8Array } {
    if (schema !== ECDSASigValue) throw new Error('certificates are left out')
    const [body, nothing] = taken(SEQUENCE, der)
    const [r, rest] = taken(INTEGER, body)
    const [s, end] = taken(INTEGER, rest)
    if (nothing.length > 0 || end.length > 0) throw new Error('not a signature')
    return { r, s }
  },
}

export const ECDSASigValue = Symbol('ECDSASigValue')

const SEQUENCE = 0x30
const INTEGER = 0x02
const SHORT_LENGTH_MAX = 0x7f

/** What stands in the element at the beginning, and what comes behind it. */
function taken(tag: number, bytes: Uint8Array): [content: Uint8Array, rest: Uint8Array] {
  const [found, length = bytes.length] = bytes
  if (found !== tag || length > SHORT_LENGTH_MAX || bytes.length < 2 + length) throw new Error('not a signature')
  return [bytes.subarray(2, 2 + length), bytes.subarray(2 + length)]
}

// Names of what is left out: only code for certificates asks for them.
export {
  leftOut as AuthorityKeyIdentifierExtension,
  leftOut as BasicConstraints,
  leftOut as Certificate,
  leftOut as CRLDistributionPointsExtension,
  leftOut as ECParameters,
  leftOut as ExtendedKeyUsage,
  leftOut as id_ce_basicConstraints,
  leftOut as id_ce_extKeyUsage,
  leftOut as id_ce_keyDescription,
  leftOut as id_ce_subjectAltName,
  leftOut as id_ecdsaWithSHA256,
  leftOut as id_ecdsaWithSHA384,
  leftOut as id_ecdsaWithSHA512,
  leftOut as id_ecPublicKey,
  leftOut as id_ml_dsa_44,
  leftOut as id_ml_dsa_65,
  leftOut as id_ml_dsa_87,
  leftOut as id_rsaEncryption,
  leftOut as id_secp256r1,
  leftOut as id_secp384r1,
  leftOut as id_sha1WithRSAEncryption,
  leftOut as id_sha256WithRSAEncryption,
  leftOut as id_sha384WithRSAEncryption,
  leftOut as id_sha512WithRSAEncryption,
  leftOut as KeyDescription,
  leftOut as OctetString,
  leftOut as RSAPublicKey,
  leftOut as SubjectAlternativeName,
  leftOut as SubjectKeyIdentifierExtension,
  leftOut as X509Certificate,
  leftOut as X509ChainBuilder,
  leftOut as X509Crl,
}

const leftOut = Symbol('left out')
