import { Frame, Packet } from 'node-av/lib'
import { openVideo } from '../src/container/open-video.ts'
import { readSamples } from '../src/container/sample-reader.ts'

const WHITE_LUMA = 200
const LOUD = 0.2

/** Clicks closer than this are one. */
const APART_SECS = 0.2

/** When the picture turns white and when the sound clicks, read from a finished video like a player would. */
export function readFlashes(path: string): { flashSecs: number[]; clickSecs: number[] } {
  const opened = openVideo(path, 'mov')
  const packet = new Packet()
  packet.alloc()
  const frame = new Frame()
  frame.alloc()
  const flashSecs: number[] = []
  const clickSecs: number[] = []
  let wasWhite = false
  const streams = [opened.video!, opened.audio!].map((stream) => ({
    stream,
    decoder: opened.openDecoder(stream),
  }))

  const look = (secs: number) => {
    const { data, linesize, height } = frame
    const isWhite = data![0]![Math.floor(height / 2) * linesize[0]! + 4]! > WHITE_LUMA
    if (isWhite && !wasWhite) flashSecs.push(secs)
    wasWhite = isWhite
  }
  const listen = (secs: number) => {
    readSamples(frame)[0]!.forEach((value, i) => {
      const at = secs + i / frame.sampleRate
      if (Math.abs(value) > LOUD && at - (clickSecs.at(-1) ?? -1) > APART_SECS) clickSecs.push(at)
    })
  }
  for (let isEnd = false; !isEnd; ) {
    isEnd = opened.demuxer.readFrameSync(packet) < 0
    for (const { stream, decoder } of streams) {
      if (!isEnd && packet.streamIndex !== stream.index) continue
      decoder.sendPacketSync(isEnd ? null : packet)
      while (decoder.receiveFrameSync(frame) >= 0) {
        const secs = (Number(frame.pts) * stream.timeBase.num) / stream.timeBase.den
        if (stream === opened.video) look(secs)
        else listen(secs)
        frame.unref()
      }
    }
    packet.unref()
  }
  for (const { decoder } of streams) decoder.freeContext()
  frame.free()
  packet.free()
  opened.close()
  return { flashSecs, clickSecs }
}
