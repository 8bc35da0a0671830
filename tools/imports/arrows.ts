// Who may import whom, defined only here. `npm run lint` checks every import against it, types included, and
// ARCHITECTURE.md shows it (`npm run format` writes that part).

/** Modules whose path starts with `of` import only these doors of our packages. The first entry that fits counts. */
export const DOORS: { of: string; may: string[] }[] = [
  { of: 'packages/contract/', may: [] },
  { of: 'packages/sdk/', may: ['contract'] },
  { of: 'packages/mcp/', may: ['contract', 'contract/describe-rule', 'contract/file-types', 'sdk'] },
  {
    of: 'packages/dashboard/',
    may: [
      'contract',
      'contract/file-types',
      'contract/read-table',
      'contract/song-table',
      'contract/webhook-catalogue',
      'sdk',
      'audio/tags',
    ],
  },
  { of: 'packages/kit/', may: [] },
  { of: 'packages/audio/', may: ['kit/core'] },
  { of: 'packages/render/', may: ['kit', 'kit/core', 'kit/input', 'kit/drawing', 'audio', 'audio/engine'] },
  { of: 'packages/templates/src/authoring/', may: ['kit', 'render', 'render/authoring'] },
  { of: 'packages/templates/src/load-templates.ts', may: ['kit', 'kit/core'] },
  { of: 'packages/templates/', may: ['kit'] },
  { of: 'packages/server/src/store/', may: ['contract'] },
  { of: 'packages/server/src/queue/', may: ['contract'] },
  { of: 'packages/server/src/postgres/', may: [] },
  {
    of: 'packages/server/',
    may: [
      'contract',
      'contract/describe-rule',
      'contract/file-types',
      'contract/find-nearest',
      'dashboard/page-map',
      'mcp',
      'kit',
      'render',
      'render/authoring',
      'templates',
      'templates/own',
    ],
  },
  { of: 'packages/cli/src/commands/serve.ts', may: ['server'] },
  { of: 'packages/cli/src/commands/login-link.ts', may: ['server'] },
  { of: 'packages/cli/src/maintenance/', may: ['server/backup'] },
  {
    of: 'packages/cli/',
    may: [
      'contract',
      'contract/file-types',
      'contract/find-nearest',
      'contract/read-table',
      'contract/record-fields',
      'contract/song-table',
      'contract/videos',
      'sdk',
      'sdk/webhooks',
      'mcp/stdio',
      'kit',
      'server/site',
      'render',
      'render/authoring',
      'render/start',
      'templates',
      'templates/own',
      'templates/check',
      'templates/create',
      'templates/fixture',
      'templates/measure',
      'templates/preview',
    ],
  },
]

/** Modules from elsewhere that only some of us import. A name that ends in * stands for all that start like it. */
export const OUTSIDE: {
  module: string
  only?: string[]
  never?: string[]
  /** Places inside `never` that may after all. */
  except?: string[]
  why: string
}[] = [
  { module: 'kysely', only: ['server/store', 'server/queue'], why: 'SQL is in store/' },
  { module: 'pg-boss', only: ['server/queue'], why: 'the queue hides it' },
  { module: 'pg-copy-streams', only: ['server/store'], why: 'SQL is in store/' },
  { module: 'pg', only: ['server/store', 'server/queue', 'server/postgres'], why: 'SQL is in store/' },
  { module: 'fastify', only: ['server/http'], why: 'the rest of the server knows nothing about HTTP' },
  { module: '@aws-sdk/*', only: ['server/assets'], why: 'storage hides it' },
  { module: 'node-av', never: ['kit'], why: 'a template is written and drawn without a video library' },
  {
    module: 'node:*',
    never: ['contract', 'sdk', 'dashboard', 'templates/*'],
    except: ['sdk/platform', 'dashboard/build.ts'],
    why: 'contract and SDK also run in a browser, and a template draws the same everywhere',
  },
]

/**
 * The folders of a package, and the files beside them, from the top to the bottom. One imports only from levels below
 * its own, so there are no cycles between folders. `*` stands for the files that are not named.
 */
export const LEVELS: Record<string, string[][]> = {
  server: [
    ['*'],
    ['backup'],
    ['start'],
    ['http', 'jobs'],
    ['contents'],
    ['batches'],
    ['webhooks', 'catalogue'],
    ['services.ts'],
    ['tokens', 'records', 'metrics'],
    ['assets'],
    ['site'],
    ['postgres', 'queue'],
    ['store'],
    ['outbound', 'validation', 'examples'],
    ['ongoing-work.ts', 'public-address.ts'],
    ['log'],
    ['config', 'room.ts', 'keyed-semaphore.ts', 'shared-work.ts', 'byte-cache.ts'],
    ['crash-point.ts', 'errors.ts', 'loopback-host.ts', 'start-error.ts', 'version.ts', 'work-error.ts'],
  ],
  kit: [
    ['*'],
    ['import-template.ts'],
    ['template.ts'],
    ['layers', 'lyrics'],
    ['compose'],
    ['paint', 'track'],
    ['collect-garbage.ts', 'cpu-features.ts', 'errors.ts', 'geometry.ts', 'map-in-place.ts'],
  ],
  audio: [
    ['*'],
    ['structure', 'tags', 'mastering', 'synth', 'track'],
    ['rhythm', 'loudness', 'decode'],
    ['spectrum'],
    ['kernels'],
    ['audio-analysis.ts', 'audio-source.ts', 'pauses.ts', 'pcm.ts', 'vectors.ts'],
  ],
  render: [
    ['index.ts', 'authoring.ts', 'start.ts'],
    ['rehearsal', 'studio'],
    ['process'],
    ['video', 'stills'],
    ['*'],
    ['check'],
    ['encode'],
    ['look'],
    ['scene'],
    ['probe', 'demo'],
    ['clips', 'pictures'],
    ['plan'],
    ['formats'],
    ['container'],
    ['containment', 'failure-report.ts'],
  ],
  templates: [['authoring'], ['*']],
  sdk: [
    ['webhooks', '*'],
    ['platform'],
    ['read-api-error.ts'],
    ['parse-body.ts'],
    ['pause.ts'],
    ['errors.ts'],
    ['records.ts', 'retry-after.ts', 'environment.ts'],
  ],
  mcp: [['*'], ['tools'], ['tool.ts', 'show.ts', 'local-files.ts'], ['describe-faults.ts']],
  dashboard: [
    ['main.tsx'],
    ['pages', 'layout', 'docs', 'share', 'studio'],
    ['catalogue', 'templates', 'sharing'],
    ['components'],
    ['format'],
    ['data'],
    ['session'],
    ['*'],
  ],
  cli: [
    ['start.ts'],
    ['main.ts'],
    ['program.ts'],
    ['commands'],
    ['checks', 'licences', 'lyrics', 'maintenance', 'templates', 'studio', 'remote', 'import'],
    ['videos'],
    ['songs'],
    ['*'],
  ],
}
