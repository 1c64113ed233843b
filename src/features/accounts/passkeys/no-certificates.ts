/**
 * Replaces the certificate packages of `@simplewebauthn/server` (`alias` in wrangler.toml). The site requests no attestation, so it
 * reads no certificates, and the packages would be 5% of the Worker. Only ECDSA signatures still need ASN.1 parsing.
 */
export const AsnParser = {
  /** Parses an ECDSA signature in DER: SEQUENCE { INTEGER r, INTEGER s }. */
  parse(der: Uint8Array, schema: unknown): { r: Uint8Array; s: Uint8Array } {
    if (schema !== ECDSASigValue) throw new Error('certificates are not supported')
    const [body, afterBody] = readElement(SEQUENCE, der)
    const [r, afterR] = readElement(INTEGER, body)
    const [s, afterS] = readElement(INTEGER, afterR)
    if (afterBody.length > 0 || afterS.length > 0) throw new Error('not a signature')
    return { r, s }
  },
}

export const ECDSASigValue = Symbol('ECDSASigValue')

const SEQUENCE = 0x30
const INTEGER = 0x02
const SHORT_LENGTH_MAX = 0x7f

/** Splits the bytes into the content of the first element and the rest. */
function readElement(tag: number, bytes: Uint8Array): [content: Uint8Array, rest: Uint8Array] {
  const [found, length = bytes.length] = bytes
  if (found !== tag || length > SHORT_LENGTH_MAX || bytes.length < 2 + length) throw new Error('not a signature')
  return [bytes.subarray(2, 2 + length), bytes.subarray(2 + length)]
}

// Imported only by the certificate code, which never runs.
export {
  unsupported as AuthorityKeyIdentifierExtension,
  unsupported as BasicConstraints,
  unsupported as Certificate,
  unsupported as CRLDistributionPointsExtension,
  unsupported as ECParameters,
  unsupported as ExtendedKeyUsage,
  unsupported as id_ce_basicConstraints,
  unsupported as id_ce_extKeyUsage,
  unsupported as id_ce_keyDescription,
  unsupported as id_ce_subjectAltName,
  unsupported as id_ecdsaWithSHA256,
  unsupported as id_ecdsaWithSHA384,
  unsupported as id_ecdsaWithSHA512,
  unsupported as id_ecPublicKey,
  unsupported as id_ml_dsa_44,
  unsupported as id_ml_dsa_65,
  unsupported as id_ml_dsa_87,
  unsupported as id_rsaEncryption,
  unsupported as id_secp256r1,
  unsupported as id_secp384r1,
  unsupported as id_sha1WithRSAEncryption,
  unsupported as id_sha256WithRSAEncryption,
  unsupported as id_sha384WithRSAEncryption,
  unsupported as id_sha512WithRSAEncryption,
  unsupported as KeyDescription,
  unsupported as OctetString,
  unsupported as RSAPublicKey,
  unsupported as SubjectAlternativeName,
  unsupported as SubjectKeyIdentifierExtension,
  unsupported as X509Certificate,
  unsupported as X509ChainBuilder,
  unsupported as X509Crl,
}

const unsupported = Symbol('unsupported')
