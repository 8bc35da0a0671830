import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startFlow } from '@songreel/server/testing/start-flow.ts'
import { callEverything } from './call-everything.ts'
import { run, startPrism } from './commands.ts'

// npm run test:clients [-- --folder <folder>]: clients that others' generators make of our OpenAPI document, from an
// artist to a downloaded video, through Prism, which holds every request and response against that document.
// The generators come from the registry, into a folder of their own that is deleted, or kept if it is named.

const PACKAGES = [
  '@hey-api/openapi-ts@0.99.0',
  '@stoplight/prism-cli@5.16.0',
  '@types/node@24',
  'openapi-fetch@0.17.0',
  'openapi-typescript@7.13.0',
  'typescript@5.9.3',
]
/** How each client is generated; the program that uses it has its name. */
const CLIENTS = [
  { name: 'openapi-fetch', generate: ['openapi-typescript', 'openapi.json', '-o', 'schema.d.ts'] },
  { name: 'hey-api', generate: ['openapi-ts', '-i', 'openapi.json', '-o', 'generated', '--no-log-file'] },
]
const TYPE_CHECK = {
  compilerOptions: {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    skipLibCheck: true,
    outDir: 'built',
  },
  files: CLIENTS.map(({ name }) => `${name}.ts`),
}

const { values } = parseArgs({ options: { folder: { type: 'string' } } })
const cleanups: (() => Promise<void> | void)[] = []
try {
  const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'songreel-clients-'))
  if (!values.folder) cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(folder, { recursive: true })
  const write = (name: string, value: object) => writeFileSync(join(folder, name), JSON.stringify(value))
  write('package.json', { private: true, type: 'module' })
  await run(folder, 'npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...PACKAGES])
  const service = await startFlow({ after: (cleanup) => void cleanups.push(cleanup) })
  write('openapi.json', await service.client.service.openapi())
  write('tsconfig.json', TYPE_CHECK)
  for (const { generate } of CLIENTS) await run(folder, 'npx', ['--no-install', ...generate])
  for (const name of ['check-fetch', ...CLIENTS.map((client) => client.name)])
    cpSync(join(import.meta.dirname, `${name}.mts`), join(folder, `${name}.ts`))
  await run(folder, 'npx', ['--no-install', 'tsc'])
  await demandWatch(folder)
  const prism = await startPrism(folder, service.url)
  cleanups.push(prism.stop)
  for (const { name } of CLIENTS)
    console.log(
      await run(folder, process.execPath, [`built/${name}.js`, prism.url, service.token, service.songUrl]),
    )
  const count = await callEverything(prism.url, service.token, service.songUrl)
  console.log(`@songreel/sdk: ${count} calls without a violation`)
} finally {
  for (const cleanup of cleanups.reverse()) await cleanup()
}

/** A proxy that overlooks a missing name, or an empty response, would overlook everything else, too. */
async function demandWatch(folder: string): Promise<void> {
  const empty = createServer((_, response) =>
    response.writeHead(201, { 'content-type': 'application/json' }).end('{}'),
  )
  await once(empty.listen(0, '127.0.0.1'), 'listening')
  const { port } = empty.address() as AddressInfo
  const { url, stop } = await startPrism(folder, `http://127.0.0.1:${port}`)
  const headers = { authorization: 'Bearer any', 'content-type': 'application/json' }
  try {
    for (const [body, place] of [
      ['{}', '"request"'],
      ['{"name":"Odalys Wren"}', '"response"'],
    ] as const) {
      const response = await fetch(`${url}/v1/artists`, { method: 'POST', headers, body })
      const found = response.headers.get('sl-violations') ?? ''
      if (!found.includes(place)) throw new Error(`Prism overlooks what is wrong in a ${place}: ${found}`)
    }
  } finally {
    await stop()
    empty.close()
  }
}
