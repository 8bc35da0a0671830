/** Blocks by their page and a part of their code, with the reason why no test runs them. */
export type UnrunBlock = { page: string; holds: string; why: string }

const SUITE = 'it runs the suite of which this is a part'
const HOURS = 'it takes from minutes to hours; it is run by hand'
const CLIENTS = 'needs the client programs of PostgreSQL 18, which Songreel does not bring along'
const CLUSTER = 'needs several machines, a bucket and a PostgreSQL of their own'
const CONTAINER = 'npm run test:container does it'
const PICTURE = 'is a picture or an output, not a command'

/** What a new block must be added to, unless a test runs it. */
export const UNRUN_BLOCKS: UnrunBlock[] = [
  { page: 'ARCHITECTURE.md', holds: '──► packages/render', why: PICTURE },
  { page: 'CONTRIBUTING.md', holds: 'npm run check', why: SUITE },
  { page: 'README.md', holds: 'npm run demo', why: 'packages/cli/src/commands/demo.test.ts runs it' },
  { page: 'README.md', holds: 'npm test', why: SUITE },
  {
    page: 'docs/api.md',
    holds: '"album": "VIDEO"',
    why: 'packages/server/src/batches/album-flow.test.ts sends it',
  },
  {
    page: 'docs/api.md',
    holds: '/rebuild?dryRun=true',
    why: 'packages/server/src/batches/stale/rebuild-flow.slow.test.ts sends it',
  },
  {
    page: 'docs/api.md',
    holds: '/release-pack -H',
    why: 'server/batches/release-flow.slow.test.ts makes one, and it takes minutes at full size',
  },
  {
    page: 'docs/brands.md',
    holds: 'localhost:4400/v1/brands',
    why: 'packages/server/src/http/routes/brands.test.ts sends it',
  },
  {
    page: 'docs/brands.md',
    holds: 'localhost:4400/v1/organizations/me',
    why: 'packages/server/src/http/routes/brands.test.ts sends it',
  },
  {
    page: 'docs/brands.md',
    holds: '"name": "Night Harbour"',
    why: 'names a logo and fonts that are not here',
  },
  { page: 'docs/brands.md', holds: '--brand brand.json', why: 'names a logo and fonts that are not here' },
  { page: 'docs/backup.md', holds: 'btrfs subvolume snapshot', why: 'needs a btrfs file system' },
  { page: 'docs/backup.md', holds: '0 3 * * *', why: 'is a line for cron, with a bucket' },
  { page: 'docs/backup.md', holds: 'files/ab/abcdef', why: PICTURE },
  {
    page: 'docs/backup.md',
    holds: 'upgrade-database',
    why: 'packages/cli/src/commands/upgrade-database.slow.test.ts runs it',
  },
  { page: 'docs/backup.md', holds: 'data/postgres/data-17', why: 'needs data of an older PostgreSQL' },
  { page: 'docs/backup.md', holds: 'pg_dump -Fc', why: CLIENTS },
  { page: 'docs/backup.md', holds: 'pg_restore', why: CLIENTS },
  {
    page: 'docs/own-looks.md',
    holds: 'templates new looks/neon-pulse --json',
    why: 'packages/cli/src/commands/templates.slow.test.ts runs it',
  },
  { page: 'docs/own-looks.md', holds: '"kind": "lottie", "animation"', why: 'tools/own-looks.ts draws it' },
  { page: 'docs/own-looks.md', holds: '"source": "ARTIST"', why: 'tools/own-looks.ts draws its like' },
  { page: 'docs/own-looks.md', holds: '"look": 1', why: 'packages/templates/src/looks.test.ts draws it' },
  { page: 'docs/lyrics.md', holds: 'npm run eval lyrics', why: 'needs songs with timed words' },
  { page: 'docs/beats.md', holds: 'npm run eval beats', why: 'needs the songs of the evaluation' },
  { page: 'docs/cli.md', holds: '→ 200 OK in 14 ms', why: PICTURE },
  { page: 'docs/crash-test.md', holds: 'npm run test:crash', why: HOURS },
  { page: 'docs/crash-test.md', holds: 'npm run test:restart', why: HOURS },
  { page: 'docs/crash-test.md', holds: 'npm run test:upgrade', why: HOURS },
  { page: 'docs/crash-test.md', holds: 'npm run test:quiet', why: HOURS },
  { page: 'docs/crash-test.md', holds: 'npm run test:database', why: HOURS },
  { page: 'docs/deploy.md', holds: 'podman build', why: CONTAINER },
  { page: 'docs/deploy.md', holds: 'docker compose up', why: CONTAINER },
  { page: 'docs/deploy.md', holds: 'kubectl create namespace', why: 'needs a cluster' },
  { page: 'docs/deploy.md', holds: 'kubelet/seccomp', why: 'needs a cluster' },
  { page: 'docs/deploy.md', holds: 'npm run lay-out', why: CONTAINER },
  { page: 'docs/deploy.md', holds: 'promtool', why: 'tools/ops/monitoring.test.ts runs it' },
  {
    page: 'docs/destinations.md',
    holds: 'POST /v1/destination-credentials',
    why: 'packages/server/src/destinations/destinations-flow.test.ts does it',
  },
  { page: 'docs/import.md', holds: '+  artist', why: PICTURE },
  { page: 'docs/operations.md', holds: 'export SONGREEL_S3_BUCKET', why: CLUSTER },
  {
    page: 'docs/operations.md',
    holds: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    why: 'server/trace/traces.slow.test.ts does it',
  },
  {
    page: 'docs/operations.md',
    holds: 'SONGREEL_ADMIN_TOKEN=… songreel top',
    why: 'top.slow.test.ts runs it',
  },
  { page: 'docs/operations.md', holds: 'songreel top  https', why: PICTURE },
  {
    page: 'docs/operations.md',
    holds: 'songreel orgs quota',
    why: 'packages/cli/src/commands/remote.slow.test.ts sets a quota',
  },
  { page: 'docs/operations.md', holds: 'SONGREEL_ROLE=api', why: CLUSTER },
  { page: 'docs/release-pack.md', holds: 'streamer-canvas/03-', why: PICTURE },
  {
    page: 'docs/release-pack.md',
    holds: '"name": "Teasers"',
    why: 'packages/cli/src/release/read-pack.test.ts reads it',
  },
  { page: 'docs/operations.md', holds: 'SONGREEL_ROLE=worker', why: CLUSTER },
  { page: 'docs/operations.md', holds: '[Service]', why: 'needs systemd' },
  { page: 'docs/install.md', holds: 'npm run pack', why: 'tools/pack/packages.slow.test.ts packs' },
  {
    page: 'docs/install.md',
    holds: 'npm install -g',
    why: 'npm run test:packages -- --registry installs them',
  },
  { page: 'docs/sdk.md', holds: 'songreel-sdk-*.tgz', why: 'npm run test:packages installs it' },
  {
    page: 'docs/templates.md',
    holds: 'npm run new-template',
    why: 'it writes into the sources, which other tests read meanwhile',
  },
  {
    page: 'docs/templates.md',
    holds: "backgrounds: ['COVER'",
    why: 'is a part of a template, not a whole one',
  },
  {
    page: 'docs/templates.md',
    holds: "import { animation } from '@songreel/kit'",
    why: 'names an animation that is not here; packages/kit/src/layers/animation.test.ts calls it',
  },
  { page: 'docs/templates.md', holds: 'npm run judge', why: 'needs covers and a song of your own' },
  {
    page: 'packages/cli/README.md',
    holds: 'songreel demo',
    why: 'no test installs globally; its commands have tests in packages/cli and here',
  },
  {
    page: 'packages/server/README.md',
    holds: 'startServer',
    why: 'docs/embedding.md is the same program, and runs',
  },
]

/** Pages whose blocks in these languages are run by a test of their own. */
export const RUN_ELSEWHERE: { page: string; languages: string[]; by: string }[] = [
  { page: 'docs/cli.md', languages: ['sh', 'csv'], by: 'packages/cli/src/commands/flow.slow.test.ts' },
  { page: 'docs/destinations.md', languages: ['json'], by: 'packages/contract/src/destinations.test.ts' },
  { page: 'docs/mcp.md', languages: ['json'], by: 'packages/mcp/src/mcp.test.ts' },
  { page: 'docs/sdk.md', languages: ['ts'], by: 'packages/sdk/src/pages.slow.test.ts' },
  { page: 'packages/sdk/README.md', languages: ['ts'], by: 'packages/sdk/src/pages.slow.test.ts' },
  {
    page: 'docs/webhooks.md',
    languages: ['js', 'python', 'php', 'go'],
    by: 'packages/server/src/webhooks/docs-snippets.test.ts',
  },
]
