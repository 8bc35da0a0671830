/** What the reference says before the first call. */
export const ABOUT = {
  summary: 'Videos for music releases, by API.',
  description: [
    'Register an artist, an album and a song, request videos, and follow them until they are done.',
    'Every response is JSON in one envelope: `success`, `message` and `data`, or `error.code` and `requestId` on failure.',
    'Send your token as `Authorization: Bearer <authToken>`. A POST with an `Idempotency-Key` can safely be repeated; previews, which store nothing, take none.',
    'Unknown fields are ignored and listed in `warnings`; with `Prefer: handling=strict` they are refused.',
  ].join('\n\n'),
}
