import { execFileSync } from 'node:child_process'
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { makeTestSong } from './test-song.ts'

type Cleanup = { after(fn: () => Promise<void>): void }

/** Things that nobody may touch: a file, a pipe and a port of this computer. */
export type Canaries = {
  /** A real song: whoever follows a list to it succeeds, and that is the failure. */
  song: string
  /** A pipe that notices being opened. */
  pipe: string
  /** A port that notices being called. */
  url: string
  /** How often the pipe was opened, and the port called. */
  touched(): { pipe: number; port: number }
}

/** Lays out the canaries, and watches them. */
export async function startCanaries(t: Cleanup): Promise<Canaries> {
  const folder = mkdtempSync(path.join(tmpdir(), 'songreel-canary-'))
  const song = path.join(folder, 'song.wav')
  const pipe = path.join(folder, 'pipe.wav')
  writeFileSync(song, makeTestSong(1))
  execFileSync('mkfifo', [pipe])
  const touched = { pipe: 0, port: 0 }
  const watch = setInterval(() => {
    if (isBeingRead(pipe)) touched.pipe++
  }, 10)
  const server = createServer((socket) => {
    touched.port++
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(async () => {
    clearInterval(watch)
    rmSync(folder, { recursive: true, force: true })
    await new Promise((resolve) => server.close(resolve))
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/canary`
  return { song, pipe, url, touched: () => ({ ...touched }) }
}

/** A pipe can be opened for writing without waiting only while somebody has it open, or waits to, for reading. */
function isBeingRead(pipe: string): boolean {
  try {
    closeSync(openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK))
    return true
  } catch {
    return false
  }
}

/** Files that point elsewhere, by what they are; each points at all canaries. */
export function makeLures({ song, pipe, url }: Canaries): Record<string, string> {
  const targets = [song, pipe, url]
  const list = (line: (target: string, index: number) => string) => targets.map(line).join('')
  return {
    m3u: `#EXTM3U\n${list((target) => `#EXTINF:1,Song\n${target}\n`)}`,
    hls: `#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:10\n${list((target) => `#EXTINF:10,\n${target}\n`)}#EXT-X-ENDLIST\n`,
    ffconcat: `ffconcat version 1.0\n${list((target) => `file '${target}'\n`)}`,
    concat: list((target) => `file '${target}'\n`),
    pls: `[playlist]\n${list((target, index) => `File${index + 1}=${target}\n`)}NumberOfEntries=3\n`,
    sdp: `v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=audio ${new URL(url).port} RTP/AVP 0\n`,
    dash: `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011">${list((target) => `<Period><AdaptationSet><Representation><BaseURL>${target}</BaseURL></Representation></AdaptationSet></Period>`)}</MPD>`,
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="99" height="99">${list((target) => `<image width="9" height="9" href="${target.replace(/^\//, 'file:///')}"/>`)}</svg>`,
    entities: `<?xml version="1.0"?><!DOCTYPE tt [<!ENTITY a SYSTEM "file://${song}"><!ENTITY b SYSTEM "file://${pipe}"><!ENTITY c SYSTEM "${url}">]><tt><body><p begin="0s">&a;&b;&c;</p></body></tt>`,
    asx: `<asx version="3.0">${list((target) => `<entry><ref href="${target}"/></entry>`)}</asx>`,
    script: `#!/bin/sh\n${list((target) => `cat ${target}\n`)}`,
    vapoursynth: `import vapoursynth as vs\n${list((target) => `open('${target}').read()\n`)}`,
  }
}
