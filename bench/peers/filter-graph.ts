import path from 'node:path'
import { FPS } from './scene.ts'

/** Arguments of ffmpeg that draw the scene as far as its filters go: no rounded corners, a simpler spectrum and glow. */
export function composeFilterGraph(folder: string, frames: number, outFile: string): string[] {
  const secs = frames / FPS
  const still = (file: string) => ['-loop', '1', '-framerate', String(FPS), '-i', path.join(folder, file)]
  const text = (words: string, y: number, size: number) =>
    `drawtext=text='${words}':x=90:y=${y}:fontsize=${size}:fontcolor=white`
  const graph = [
    `[0:v]zoompan=z='1.1+0.15*on/${frames}':x='(iw-iw/zoom)/2':y='(ih-ih/zoom)/2':d=1:s=1920x1920:fps=${FPS},crop=1080:1920[ground]`,
    '[1:v]scale=800:800[card]',
    `color=c=0xffb070:s=980x980:r=${FPS},format=rgba,gblur=sigma=60,fade=t=in:d=0.2:alpha=1[light]`,
    '[2:a]asplit[sound][heard]',
    `[heard]showfreqs=s=900x230:mode=bar:ascale=log:colors=0xffb070:win_size=2048:rate=${FPS},format=rgba,colorkey=black:0.1[bars]`,
    `color=c=white:s=900x10:r=${FPS}[strip]`,
    `color=c=0x404040:s=900x10:r=${FPS}[rail]`,
    `[rail][strip]overlay=x='-900+900*t/${secs}'[progress]`,
    '[ground][light]overlay=x=50:y=270[a]',
    '[a][card]overlay=x=140:y=360[b]',
    '[b][bars]overlay=x=90:y=1250[c]',
    `[c][progress]overlay=x=90:y=1780,${text('Tin Lanterns', 1540, 84)},${text('Odalys Wren', 1640, 52)},${text('Out now', 1710, 40)},format=yuv420p[video]`,
  ].join(';')
  return [
    ...['-y', '-loglevel', 'error', ...still('blurred.png'), ...still('cover.png')],
    ...['-i', path.join(folder, 'song.mp3'), '-filter_complex', graph, '-map', '[video]', '-map', '[sound]'],
    ...[
      '-frames:v',
      String(frames),
      '-t',
      String(secs),
      '-c:v',
      'libx264',
      '-preset',
      'superfast',
      '-crf',
      '20',
    ],
    ...['-c:a', 'aac', '-b:a', '256k', '-movflags', '+faststart', outFile],
  ]
}
