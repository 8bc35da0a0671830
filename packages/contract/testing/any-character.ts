import fc from 'fast-check'

/** Any character at all, half surrogates replaced. For this fast-check's own `binary` first lists all of them, which takes a second. */
export const anyCharacter = fc.nat(0x10ffff).map((code) => String.fromCodePoint(code).toWellFormed())
