import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { pictures } from '@songreel/render/authoring'
import type { LoadedTemplate } from '../load-templates.ts'
import { prepareCandidate, TEMPLATE_CHECKS } from './check-template.ts'
import { createTemplate } from './create-template.ts'

// The examination is worth nothing unless it fails bad templates: each of these spoils a good one in a single place.
const FAULTS: { fault: string; from: string; to: string; question: RegExp; finding: RegExp }[] = [
  {
    fault: 'type beyond the safe box',
    from: 'x: type.x,',
    to: 'x: type.x - scale(60),',
    question: /every shape/,
    finding: /leaves the safe box/,
  },
  {
    fault: 'a title that loses its end',
    from: "anchor: 'BOTTOM' }",
    to: "anchor: 'BOTTOM', maxLines: 1, minSizePx: layout.titlePx }",
    question: /any length and script/,
    finding: /the title is not whole/,
  },
  {
    fault: 'type that is clipped',
    from: 'fitText(song.title, box, style), 0, 0',
    to: 'fitText(song.title, box, style), 0, 12',
    question: /every shape/,
    finding: /is clipped|leaves the safe box/,
  },
  {
    fault: 'an artist whose name is too small for a phone',
    from: 'layout.titlePx * 0.48',
    to: 'layout.titlePx * 0.38',
    question: /large enough for a phone/,
    finding: /9x16, frame 0: the artist's name has \d+ pixels of 1080, not 46/,
  },
  {
    fault: 'a title that is not there at first',
    from: 'sprite(title, {',
    to: 'sprite(title, { opacity: (frame) => ease(frame.secs, 0, 1),',
    question: /first and the last frame/,
    finding: /is not there in frame 0/,
  },
  {
    fault: 'an artist who has faded at the end',
    from: 'sprite(artist, {',
    to: 'sprite(artist, { opacity: (frame) => 1 - 0.5 * frame.position ** 9,',
    question: /first and the last frame/,
    finding: /is faded in frame 239/,
  },
  {
    fault: 'a cover that comes late',
    from: 'sprite(card, {',
    to: 'sprite(card, { opacity: (frame) => ease(frame.secs, 0.5, 1),',
    question: /first and the last frame/,
    finding: /the first frame shows \d+ % of/,
  },
  {
    fault: 'a cover that has gone at the end',
    from: 'sprite(card, {',
    to: 'sprite(card, { opacity: (frame) => 1 - frame.position ** 30,',
    question: /first and the last frame/,
    finding: /the last frame shows \d+ % of/,
  },
  {
    fault: 'type in a colour that cannot be read',
    from: '0, 0, palette.text',
    to: '0, 0, palette.line',
    question: /readable/,
    finding: /has a contrast of/,
  },
  {
    fault: 'type over what the cover shows',
    from: 'title: row(0, rows.title),',
    to: 'title: { ...row(0, rows.title), y: art.y + 0.2 * art.height },',
    question: /subject of a cover/,
    finding: /portrait: .*of a face \(in red in/,
  },
  {
    fault: 'chance in what is drawn',
    from: '0.05 * Math.sin(frame.secs * 0.4)',
    to: '0.05 * Math.random()',
    question: /order/,
    finding: /differs/,
  },
  {
    fault: 'memory of the frame before',
    from: '0.05 * Math.sqrt(audio.beat(frame))',
    to: '0.05 * Math.sqrt(audio.beat(frame)) + 0.001 * (layout.barCount++ % 50)',
    question: /order/,
    finding: /differs/,
  },
  {
    fault: 'a picture that stands still',
    from: 'frame.secs * 0.4',
    to: '0',
    question: /never stands still/,
    finding: /nothing moves/,
  },
  {
    fault: 'a template that moves less than it promises',
    from: "energy: 'CALM'",
    to: "energy: 'ENERGETIC'",
    question: /as much as its energy/,
    finding: /of the pixels change from frame to frame, not 8\.0 %/,
  },
  {
    fault: 'light that flashes',
    from: 'zoom:',
    to: 'brightness: (frame) => 0.4 + 0.6 * audio.onset(frame), zoom:',
    question: /nothing flashes/,
    finding: /flashes a second/,
  },
  {
    fault: 'a measure in pixels instead of in parts of the frame',
    from: 'titlePx: scale(112),',
    to: 'titlePx: 60,',
    question: /the large one, smaller/,
    finding: /large and small frames differ/,
  },
  {
    fault: 'an old preview',
    from: 'maxSizePx: layout.titlePx,',
    to: 'maxSizePx: layout.titlePx / 4,',
    question: /preview/,
    finding: /another picture/,
  },
  {
    fault: 'an example that it does not take',
    from: 'example: {}',
    to: "example: { colour: 'red' }",
    question: /its example/,
    finding: /colour/,
  },
]

let home: string
let good: LoadedTemplate
let source: string

before(async () => {
  home = await mkdtemp(join(tmpdir(), 'songreel-examination-'))
  // Outside of the repository the kit is found through a link.
  await symlink(
    fileURLToPath(new URL('../../../../node_modules', import.meta.url)),
    join(home, 'node_modules'),
  )
  good = await createTemplate('good-start', home)
  source = await readFile(join(good.folder, 'template.ts'), 'utf8')
})

after(() => rm(home, { recursive: true }))

for (const [i, { fault, from, to, question, finding }] of FAULTS.entries()) {
  test(`the examination finds ${fault}`, async () => {
    const spoilt = source.replaceAll(from, to)
    assert.notEqual(spoilt, source, 'the fault must be there')
    // A module is loaded only once, so each spoilt one lies in another file.
    const file = join(good.folder, `spoilt-${i}.ts`)
    await writeFile(file, spoilt)
    const url = pathToFileURL(file).href
    const { template } = await import(url)
    const candidate = await prepareCandidate({ ...good, url, template })
    const { check } = TEMPLATE_CHECKS.find((each) => question.test(each.name))!
    await assert.rejects(() => check(candidate), finding)
  })
}

const LOOK_FAULTS = [
  {
    fault: 'a kicker that is too small for a phone',
    from: '"size": 40,',
    to: '"size": 30,',
    question: /large enough for a phone/,
    finding: /9x16, frame 0: the kicker has 30 pixels of 1080, not 35/,
  },
  {
    fault: 'a title that loses its end',
    from: '"minSize": 36,',
    to: '"minSize": 112, "capitals": "ALWAYS",',
    question: /any length/,
    finding: /the title is not whole/,
  },
  {
    fault: 'type on a picture that is too bright',
    from: '"blur": 60,',
    to: '"blur": 60, "carriesType": false,',
    question: /readable/,
    finding: /has a contrast of/,
  },
]

for (const { fault, from, to, question, finding } of LOOK_FAULTS) {
  test(`the examination finds ${fault} in a look, and draws the frame`, async () => {
    const name = `look-${fault.length}`
    const loaded = await createTemplate(name, home, { look: true })
    const file = join(loaded.folder, 'template.json')
    const source = await readFile(file, 'utf8')
    const spoilt = source.replace(from, to)
    assert.notEqual(spoilt, source, 'the fault must be there')
    await writeFile(file, spoilt)
    const pictureFolder = join(home, `pictures of ${name}`)
    const candidate = { ...(await prepareCandidate(loaded)), pictureFolder }
    const { check } = TEMPLATE_CHECKS.find((each) => question.test(each.name))!
    await assert.rejects(
      () => check(candidate),
      (error: Error) => {
        assert.match(error.message, finding)
        assert.match(error.message, /\(see .*pictures of .*\.png\)$/)
        return true
      },
    )
    const [picture = ''] = await readdir(pictureFolder)
    const { width, height } = await pictures.decode(await readFile(join(pictureFolder, picture)))
    assert.ok(Math.min(width, height) >= 500)
  })
}
