import { availableParallelism } from 'node:os'
import {
  ADDRESS_OR_CIDR,
  BUCKET,
  choiceSetting,
  DATABASE_URL,
  ENDPOINT,
  HOST,
  HOST_OR_CIDR,
  listSetting,
  numberSetting,
  optionalSetting,
  PORT,
  PUBLIC_URL,
  REGION,
  SECRET,
  secretSetting,
  TEMPLATE_PLACE,
  TOKEN,
  textSetting,
} from './setting-kinds.ts'

const MB = 1024 * 1024

/** Every setting there is; docs/configuration.md is compared with this list by a test. */
export const SETTINGS = {
  host: textSetting({ name: 'SONGREEL_HOST', meaning: 'Address to listen on' }, '127.0.0.1', HOST),
  port: numberSetting(
    { name: 'SONGREEL_PORT', meaning: 'Port to listen on; 0 picks a free one' },
    { min: 0, max: 65_535, fallback: 4400 },
  ),
  healthPort: numberSetting(
    {
      name: 'SONGREEL_HEALTH_PORT',
      meaning: 'Port for probes and metrics of a worker; the next free one if it is taken; 0 picks any',
    },
    { min: 0, max: 65_535, fallback: 4401 },
  ),
  publicUrl: optionalSetting(
    {
      name: 'SONGREEL_PUBLIC_URL',
      meaning: 'URL at which clients reach the service',
      defaultText: 'http://localhost:<port>',
    },
    PUBLIC_URL,
  ),
  dataDir: textSetting(
    { name: 'SONGREEL_DATA_DIR', meaning: 'Folder for the database, files and secrets' },
    './songreel-data',
  ),
  templates: listSetting(
    {
      name: 'SONGREEL_TEMPLATES',
      meaning: 'Folders or installed packages with templates of your own',
    },
    [],
    TEMPLATE_PLACE,
  ),
  databaseUrl: {
    ...secretSetting(
      { name: 'DATABASE_URL', meaning: 'PostgreSQL 15 or newer', defaultText: 'not set: the embedded one' },
      DATABASE_URL,
    ),
  },
  role: choiceSetting(
    { name: 'SONGREEL_ROLE', meaning: 'What this process does: all, api or worker' },
    ['all', 'api', 'worker'],
    'all',
  ),
  concurrency: numberSetting(
    {
      name: 'SONGREEL_CONCURRENCY',
      meaning: 'Renders one worker makes at a time',
      defaultText: 'the number of cores',
    },
    { min: 1, max: 64, fallback: availableParallelism() },
  ),
  renderThreads: numberSetting(
    {
      name: 'SONGREEL_RENDER_THREADS',
      meaning: 'Threads of one render',
      defaultText: 'its share of the cores',
    },
    { min: 0, max: 64, fallback: 0 },
  ),
  renderHelpers: numberSetting(
    {
      name: 'SONGREEL_RENDER_HELPERS',
      meaning:
        'Idle slots of other workers, at most, that help with one long render; 0: each render is made by one worker',
    },
    { min: 0, max: 256, fallback: 16 },
  ),
  shareFromSecs: numberSetting(
    {
      name: 'SONGREEL_SHARE_FROM_SECS',
      meaning: 'A render is shared with other workers while at least so many seconds are left to be drawn',
    },
    { min: 0, max: 86_400, fallback: 15 },
  ),
  authToken: secretSetting({ name: 'SONGREEL_AUTH_TOKEN', meaning: "The first organization's token" }, TOKEN),
  adminToken: secretSetting(
    { name: 'SONGREEL_ADMIN_TOKEN', meaning: "The operator's token, for creating organizations" },
    TOKEN,
  ),
  secret: secretSetting(
    {
      name: 'SONGREEL_SECRET',
      meaning: 'Key behind token hashes and signatures',
      defaultText: 'created at the first start, kept in the data folder',
    },
    SECRET,
  ),
  secretPrevious: secretSetting(
    {
      name: 'SONGREEL_SECRET_PREVIOUS',
      meaning: 'The previous secret, while SONGREEL_SECRET is being changed',
    },
    SECRET,
  ),
  s3Bucket: optionalSetting(
    {
      name: 'SONGREEL_S3_BUCKET',
      meaning: 'Store files in this S3 bucket',
      defaultText: 'not set: the data folder',
    },
    BUCKET,
  ),
  s3Endpoint: optionalSetting(
    { name: 'SONGREEL_S3_ENDPOINT', meaning: 'URL of the S3 server, if it is not AWS' },
    ENDPOINT,
  ),
  s3Region: optionalSetting({ name: 'SONGREEL_S3_REGION', meaning: 'S3 region' }, REGION),
  allowPrivateHosts: listSetting(
    {
      name: 'SONGREEL_ALLOW_PRIVATE_HOSTS',
      meaning: 'Hosts and CIDRs inside your network that assets, webhooks and destinations may reach',
    },
    [],
    HOST_OR_CIDR,
  ),
  trustProxy: listSetting(
    {
      name: 'SONGREEL_TRUST_PROXY',
      meaning: 'Addresses and CIDRs of your reverse proxies, whose X-Forwarded-For is trusted',
    },
    [],
    ADDRESS_OR_CIDR,
  ),
  fetchPorts: listSetting(
    {
      name: 'SONGREEL_FETCH_PORTS',
      meaning: 'Ports that assets, webhooks and destinations may use on public hosts',
    },
    [80, 443, 8080, 8443],
    PORT,
  ),
  fetchRedirects: numberSetting(
    { name: 'SONGREEL_FETCH_REDIRECTS', meaning: 'Most redirects followed to reach an asset' },
    { min: 0, max: 20, fallback: 5 },
  ),
  fetchConnectSecs: numberSetting(
    { name: 'SONGREEL_FETCH_CONNECT_SECS', meaning: 'Longest wait for a connection to an asset or webhook' },
    { min: 1, max: 120, fallback: 10 },
  ),
  fetchIdleSecs: numberSetting(
    { name: 'SONGREEL_FETCH_IDLE_SECS', meaning: 'Longest wait for the next byte of an asset' },
    { min: 1, max: 600, fallback: 30 },
  ),
  fetchTotalSecs: numberSetting(
    { name: 'SONGREEL_FETCH_TOTAL_SECS', meaning: 'Longest time for one asset' },
    { min: 1, max: 86_400, fallback: 600 },
  ),
  retentionDays: numberSetting(
    { name: 'SONGREEL_RETENTION_DAYS', meaning: 'Days to keep finished files and deleted records' },
    { min: 1, max: 3650, fallback: 30 },
  ),
  batchDays: numberSetting(
    {
      name: 'SONGREEL_BATCH_DAYS',
      meaning:
        'Days to keep batches that have ended, with their renders, and at least SONGREEL_RETENTION_DAYS; 0 keeps them for good',
    },
    { min: 0, max: 3650, fallback: 0 },
  ),
  rateLimit: numberSetting(
    { name: 'SONGREEL_RATE_LIMIT', meaning: 'Requests per 60 s and token; 0 turns it off' },
    { min: 0, max: 1_000_000, fallback: 300 },
  ),
  maxConnectionsPerAddress: numberSetting(
    {
      name: 'SONGREEL_MAX_CONNECTIONS_PER_ADDRESS',
      meaning:
        'Most open connections per address, or open requests per client behind a trusted proxy; 0 turns it off',
    },
    { min: 0, max: 5000, fallback: 500 },
  ),
  logLevel: choiceSetting(
    { name: 'SONGREEL_LOG_LEVEL', meaning: 'How much is logged' },
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'info',
  ),
  maxBodyBytes: numberSetting(
    { name: 'SONGREEL_MAX_BODY_BYTES', meaning: 'Largest JSON body' },
    { min: 1024, max: 100 * MB, fallback: MB },
  ),
  maxStorageMb: numberSetting(
    {
      name: 'SONGREEL_MAX_STORAGE_MB',
      meaning: 'Most that one organization may store (files and videos), in MB; 0 means no limit',
    },
    { min: 0, max: 1_073_741_824, fallback: 0 },
  ),
  segmentMb: numberSetting(
    {
      name: 'SONGREEL_SEGMENT_MB',
      meaning:
        'Most that is kept of one organization, in MB, so that edited videos and renders that go on elsewhere need not be drawn whole; 0 keeps nothing',
    },
    { min: 0, max: 1_073_741_824, fallback: 4096 },
  ),
  maxRenders: numberSetting(
    { name: 'SONGREEL_MAX_RENDERS', meaning: 'Most renders in a batch' },
    { min: 1, max: 100, fallback: 100 },
  ),
  maxVideos: numberSetting(
    { name: 'SONGREEL_MAX_VIDEOS', meaning: 'Most videos in a batch' },
    { min: 1, max: 1000, fallback: 500 },
  ),
  maxImageBytes: numberSetting(
    { name: 'SONGREEL_MAX_IMAGE_BYTES', meaning: 'Largest image' },
    { min: 1024, max: 1024 * MB, fallback: 50 * MB },
  ),
  maxImagePixels: numberSetting(
    { name: 'SONGREEL_MAX_IMAGE_PIXELS', meaning: 'Most pixels in an image' },
    // The engine decodes no larger ones.
    { min: 10_000, max: 100_000_000, fallback: 100_000_000 },
  ),
  maxAudioBytes: numberSetting(
    { name: 'SONGREEL_MAX_AUDIO_BYTES', meaning: 'Largest audio file' },
    { min: 1024, max: 10_240 * MB, fallback: 500 * MB },
  ),
  maxAudioSecs: numberSetting(
    { name: 'SONGREEL_MAX_AUDIO_SECS', meaning: 'Longest song' },
    { min: 1, max: 86_400, fallback: 7200 },
  ),
  maxVideoBytes: numberSetting(
    { name: 'SONGREEL_MAX_VIDEO_BYTES', meaning: 'Largest video; also the largest upload' },
    { min: 1024, max: 102_400 * MB, fallback: 5120 * MB },
  ),
  maxLyricsBytes: numberSetting(
    { name: 'SONGREEL_MAX_LYRICS_BYTES', meaning: 'Largest lyrics file' },
    { min: 16, max: 16 * MB, fallback: MB },
  ),
  maxLogoBytes: numberSetting(
    { name: 'SONGREEL_MAX_LOGO_BYTES', meaning: 'Largest logo of a brand' },
    { min: 1024, max: 64 * MB, fallback: 10 * MB },
  ),
  maxFontBytes: numberSetting(
    { name: 'SONGREEL_MAX_FONT_BYTES', meaning: 'Largest font of a brand' },
    { min: 1024, max: 128 * MB, fallback: 32 * MB },
  ),
  renderTimeoutSecs: numberSetting(
    { name: 'SONGREEL_RENDER_TIMEOUT_SECS', meaning: 'Longest time to work on one render' },
    { min: 10, max: 86_400, fallback: 1800 },
  ),
  renderStallSecs: numberSetting(
    { name: 'SONGREEL_RENDER_STALL_SECS', meaning: 'Longest time a render may go without a new frame' },
    { min: 10, max: 3600, fallback: 120 },
  ),
  renderMemoryMb: numberSetting(
    { name: 'SONGREEL_RENDER_MEMORY_MB', meaning: 'Most memory one render may use, in MB' },
    { min: 512, max: 65_536, fallback: 2048 },
  ),
  renderAttempts: numberSetting(
    { name: 'SONGREEL_RENDER_ATTEMPTS', meaning: 'Tries of a render with a transient error' },
    { min: 1, max: 10, fallback: 3 },
  ),
  renderRetrySecs: numberSetting(
    {
      name: 'SONGREEL_RENDER_RETRY_SECS',
      meaning: 'Wait before the second try of a render; doubles each time',
    },
    { min: 0, max: 3600, fallback: 5 },
  ),
  stopGraceSecs: numberSetting(
    {
      name: 'SONGREEL_STOP_GRACE_SECS',
      meaning: 'How long running renders may go on when the service stops; after it they return to the queue',
    },
    { min: 0, max: 86_400, fallback: 20 },
  ),
  examineSecs: numberSetting(
    {
      name: 'SONGREEL_EXAMINE_SECS',
      meaning: 'Longest examination of a look, in seconds; 0 = looks are not examined',
    },
    { min: 0, max: 7200, fallback: 900 },
  ),
  maxLooks: numberSetting(
    { name: 'SONGREEL_MAX_LOOKS', meaning: 'Most looks of its own that an organization may have' },
    { min: 0, max: 10_000, fallback: 100 },
  ),
  maxOutputSecs: numberSetting(
    { name: 'SONGREEL_MAX_OUTPUT_SECS', meaning: 'Longest video' },
    { min: 1, max: 86_400, fallback: 7200 },
  ),
  maxCustomTextCharacters: numberSetting(
    { name: 'SONGREEL_MAX_CUSTOM_TEXT_CHARACTERS', meaning: 'Longest customText' },
    // The templates take no longer ones.
    { min: 1, max: 1000, fallback: 1000 },
  ),
  batchExpiryHours: numberSetting(
    { name: 'SONGREEL_BATCH_EXPIRY_HOURS', meaning: 'Longest time a render waits for a worker, in hours' },
    { min: 1, max: 8760, fallback: 168 },
  ),
  outageHours: numberSetting(
    {
      name: 'SONGREEL_OUTAGE_HOURS',
      meaning: 'Longest time a render waits while the database or the file storage is down, in hours',
    },
    { min: 0, max: 720, fallback: 12 },
  ),
  minFreeMb: numberSetting(
    {
      name: 'SONGREEL_MIN_FREE_MB',
      meaning: 'When less disk space than this is free, in MB, renders wait and files are refused',
    },
    { min: 0, max: 1_048_576, fallback: 1024 },
  ),
} as const
