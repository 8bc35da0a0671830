import { OUTPUT_FORMATS } from '@songreel/render/start'

/** What `songreel --help` prints: three commands to paste, then the list. */
export const HELP = `
  npx songreel demo                                         a video from nothing
  npx songreel render song.mp3 --art cover.jpg              your song
  npx songreel serve                                        the server and the API

songreel <command>

  Make videos here, no server
    demo                                   a video from nothing
    render <songs or folder…> [--art f] [--aspect 9x16,1x1] [--template id]
           [--start 1:02 --end 1:32 | --length 30 | --full]
           [--text "Out now"] [--set key=value]… [--data file.json] [--brand brand.json] [--title --artist --album]
           [--quality PREVIEW|HD|FULL|ULTRA] [--format ${Object.keys(OUTPUT_FORMATS).join('|')}] [--fps 30] [--count 3]
           [--album-video | --sampler 60] [--out dir|file] [--dry-run] [--print-request] [--open]
    batch <folder or file.csv>             one video per song or row; goes on after errors
    release <folder> [--pack STANDARD|STREAMING|SOCIAL|file.json] [--out dir] [--dry-run]
                                           everything for an album: loops, art tracks, snippets, lyric videos
    preview <song> [--at 0:12]             one still per shape, a second or so
    templates [id]                         list; one: fields, needs, example
    templates new|check <folder>           a template of your own; new --json: a look without code
    templates schema                       the JSON Schema of looks
    studio <folder> [song] [cover]         a page that shows it while you write it
    lyrics convert|check <file> [--to vtt] [-o file] [--song f]
  Server
    serve [--port --host --data dir --public-url --api --worker [--until-idle=30 | --once]]
    backup <folder or s3://…> [--keep 7 | --verify | --list]
    restore <folder or s3://…> [--backup name]
    upgrade-database                       moves the embedded PostgreSQL to a newer version
    token show                             the API token of this machine's server
    doctor                                 checks everything, and says what to do
  Talk to a server         (songreel login <url>, or SONGREEL_URL and SONGREEL_TOKEN; several: --profile)
    login [url] [--token-file f]           keeps its address and token
    login-link                             a link that signs you in to the dashboard, once
    config list|use|remove                 the servers that you have signed in to
    top [--once] [--interval 2]            what waits, who makes what and how fast, live
    status [-o text|json|env]              which server, whether it works, who you are there
    orgs get|update|create|rotate-token|quota
    usage [--from day --to day] [--by content|artist] [-o csv]   what was made
    batches create|list|get|watch|cancel|retry|download
    rebuild <song or bundle id> [--dry-run]   makes again what is out of date
    artists list|get|create|update|delete|restore
    bundles list|get|create|update|delete|restore|renders
    media list|get|create|update|delete|restore|renders
    brands list|get|create|update|delete|restore   what videos wear
    contents list|get|create|update|delete|restore   its templates, and looks of your own
    webhooks listen|test|deliveries|resend|recover|secret
    destinations add|list|test|delete|redeliver   buckets that videos are sent to
    api <METHOD> <path> [-d json]          any call, signed in
    import <file> [--dry-run]              a catalogue: CSV, or DDEX ERN
    mcp [--files folder]                   tools for assistants, over stdio
  About
    completion bash|zsh|fish               words for the Tab key
    licences                               every bundled package, its licence and what is in it

  Everywhere: --json  --quiet  --verbose  --no-color  --help  --version      Manual: docs/cli.md
`

/** Examples that lead the help of a command. */
export const EXAMPLES: Record<string, string[]> = {
  demo: ['songreel demo', 'songreel demo --aspect 1x1 --open', 'video=$(songreel demo)'],
  render: [
    'songreel render song.mp3',
    'songreel render song.mp3 --art cover.jpg --aspect 9x16,1x1,16x9 --text "Out now"',
    'songreel render album/ --length 30 --template SNIPPET_WAVEFORM_CARD --out videos/',
  ],
  batch: [
    'songreel batch album/ --out videos/',
    'songreel batch releases.csv --quality PREVIEW --out drafts/',
    'songreel batch releases.csv --dry-run',
  ],
  release: [
    'songreel release album/',
    'songreel release album/ --pack SOCIAL --out socials/ --open',
    'songreel release album/ --quality PREVIEW --dry-run',
  ],
  preview: [
    'songreel preview song.mp3',
    'songreel preview song.mp3 --at 0:05 --aspect 9x16,1x1',
    'songreel preview song.mp3 --template BASE_ART_TRACK --out still.png',
  ],
  templates: ['songreel templates', 'songreel templates BASE_BASIC_UNIFIED', 'songreel templates --json'],
  studio: [
    'songreel studio templates/neon-pulse',
    'songreel studio templates/neon-pulse song.mp3 cover.jpg --open',
    'songreel studio templates/neon-pulse song.mp3 --lyrics song.lrc',
  ],
  lyrics: [
    'songreel lyrics check song.ttml',
    'songreel lyrics convert song.lrc --to vtt -o song.vtt',
    'songreel lyrics convert words.txt --to lrc --song song.mp3 > song.lrc',
  ],
  doctor: ['songreel doctor', 'songreel doctor --json > doctor.json', 'songreel doctor --data /srv/songreel'],
  serve: [
    'songreel serve',
    'songreel serve --port 8080 --data /srv/songreel',
    'songreel serve --host 0.0.0.0 --public-url https://videos.example.com',
  ],
  backup: [
    'songreel backup /backup/songreel',
    'songreel backup s3://label-backups/songreel --keep 14',
    'songreel backup /backup/songreel --verify',
  ],
  restore: [
    'songreel restore /backup/songreel --data /srv/songreel',
    'songreel restore s3://label-backups/songreel',
    'songreel restore /backup/songreel --backup 2026-11-15T03-00-00.000Z',
  ],
  'upgrade-database': [
    'songreel upgrade-database',
    'songreel upgrade-database --data /srv/songreel',
    'songreel upgrade-database --programs /usr/lib/postgresql/18/bin',
  ],
  top: ['songreel top', 'songreel top --once', 'songreel top --json'],
  import: [
    'songreel import catalogue.csv --dry-run',
    'songreel import catalogue.csv',
    'songreel import release.xml --json',
  ],
  mcp: ['songreel mcp', 'songreel mcp --files ~/Music/releases', 'songreel mcp --profile studio'],
  token: ['songreel token show', 'songreel token show --data /srv/songreel', 'TOKEN=$(songreel token show)'],
  login: [
    'songreel login',
    'songreel login https://videos.example.com --token-file token.txt',
    'pass show label | songreel login https://videos.example.com --token-file - --profile label',
  ],
  config: ['songreel config', 'songreel config use label', 'songreel config remove label'],
  status: ['songreel status', 'songreel status --json', 'export $(songreel status -o env)'],
  orgs: [
    'songreel orgs get',
    'songreel orgs update --webhook https://example.com/hooks',
    'SONGREEL_ADMIN_TOKEN=$(cat operator.txt) songreel orgs create --name "Wren Records"',
  ],
  quota: [
    'songreel orgs quota',
    'SONGREEL_ADMIN_TOKEN=$(cat operator.txt) songreel orgs quota "$org" --videos 1000',
    'SONGREEL_ADMIN_TOKEN=$(cat operator.txt) songreel orgs quota "$org" --videos none --secs 36000',
  ],
  usage: [
    'songreel usage',
    'songreel usage --from 2026-11-01 --to 2026-11-30 --by artist',
    'songreel usage --days 90 --by content -o csv > usage.csv',
  ],
  batches: [
    'songreel batches create song.mp3 --art cover.jpg --aspect 9x16,1x1 --text "Out now" --out videos/',
    'batch=$(songreel batches create --media "$song" --template BASE_ART_TRACK)',
    'songreel batches watch "$batch" && songreel batches download "$batch" --out videos/',
  ],
  rebuild: [
    'songreel rebuild "$song" --dry-run',
    'songreel rebuild "$song" --out videos/',
    'songreel rebuild "$bundle" --wait',
  ],
  artists: [
    'songreel artists list --search odalys',
    'artist=$(songreel artists create --name "Odalys Wren" --image odalys.jpg)',
    'songreel artists list --all -o ids',
  ],
  bundles: [
    'songreel bundles create --name "Harbour EP" --artist "$artist" --image cover.jpg',
    'songreel bundles update "$bundle" --upc 036000291452',
    'songreel bundles delete "$bundle" --cascade',
  ],
  media: [
    'songreel media create --name "Tin Lanterns" --bundle "$bundle" --audio song.mp3',
    'songreel media update "$song" --lyrics song.lrc',
    'songreel media list --bundle "$bundle" --json',
  ],
  brands: [
    'brand=$(songreel brands create --name "Harbour Records" --logo logo.svg --title-font title.woff2 --accent "#ff3366")',
    'songreel brands update "$brand" --end-text "Out now" --logo-place TOP_RIGHT',
    'songreel artists update "$artist" --brand "$brand"',
  ],
  contents: [
    'songreel contents list',
    'songreel contents get BASE_BASIC_UNIFIED --json',
    'look=$(songreel contents create looks/neon-pulse/template.json)',
  ],
  webhooks: [
    'songreel webhooks listen --forward-to http://localhost:3000/hooks',
    'songreel webhooks test --url http://localhost:3000/hooks --type batch.completed',
    'songreel webhooks deliveries --status FAILED',
  ],
  destinations: [
    'songreel destinations add --name "Label bucket" --access-key-id AKIA… < secret.txt',
    'songreel destinations test "$keys" --bucket label-videos --region eu-central-1',
    'songreel destinations redeliver "$render"',
  ],
  api: [
    'songreel api GET /v1/limits',
    `songreel api POST /v1/api-keys -d '{"name": "ci", "scopes": ["read"]}'`,
    'songreel api GET "/v1/renders?status=FAILED" | jq .data.items',
  ],
  'login-link': [
    'songreel login-link',
    'songreel login-link --profile label',
    'SONGREEL_DATA_DIR=/srv/songreel songreel login-link',
  ],
  completion: [
    'source <(songreel completion bash)',
    'source <(songreel completion zsh)',
    'songreel completion fish > ~/.config/fish/completions/songreel.fish',
  ],
  licences: ['songreel licences', 'songreel licences --json', 'songreel licences | grep GPL'],
}
