/** What the reference says before the first call. */
export const ABOUT = {
  summary: 'Videos for music releases, by API.',
  description: [
    'Register an artist, an album and a song; ask for videos; follow them until they are done.',
    'Every answer is JSON in one envelope: `success`, `message`, `data`; a failure has `error.code` and `requestId`.',
    'Send your token as `Authorization: Bearer <authToken>`. A POST with an `Idempotency-Key` can be sent again without harm.',
    'Fields that are not known are ignored and named in `warnings`; with `Prefer: handling=strict` they are refused.',
  ].join('\n\n'),
}

/** The resources in the order in which a newcomer meets them. */
export const TAGS = [
  { name: 'Artists', description: 'Who made the music.' },
  { name: 'Media bundles', description: 'Albums, EPs and singles: what songs are released on.' },
  { name: 'Media', description: 'Songs, with their audio, pictures, lyrics and links.' },
  { name: 'Batches', description: 'Orders of one or more videos for a song.' },
  { name: 'Renders', description: 'The single videos of a batch.' },
  { name: 'Contents', description: 'The templates that videos are made with.' },
  { name: 'Assets', description: 'The files behind records: fetched from a URL or uploaded.' },
  { name: 'Uploads', description: 'Files sent to us directly, usable wherever a URL is asked.' },
  { name: 'Plugins', description: 'Links of a song to platforms, for end cards and QR codes.' },
  { name: 'Webhooks', description: 'What we tell you, how it went, and the secret that signs it.' },
  { name: 'Organizations', description: 'Your account: its name, webhook address and token.' },
  { name: 'API keys', description: 'Narrower tokens beside the one of the organization.' },
  { name: 'Service', description: 'Limits, health and this description itself.' },
]
