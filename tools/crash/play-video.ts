import { AV_LOG_FATAL, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants'
import { Codec, CodecContext, FormatContext, Frame, InputFormat, Log, Packet, type Stream } from 'node-av/lib'

/** What a player gets out of a file from its first to its last byte. */
export type Playback = {
  width: number
  height: number
  pictures: number
  pictureSecs: number
  soundSecs: number
  /** Packets and pictures that a decoder refused. */
  faults: number
}

/**
 * Decodes every picture and all of the sound of an MP4, with none of the renderer's own code: half a file decodes without
 * complaint to half its length, so it is what came out that counts.
 */
export function playVideo(file: string): Playback {
  Log.setLevel(AV_LOG_FATAL)
  const demuxer = new FormatContext()
  demuxer.allocContext()
  must(demuxer.openInputSync(file, InputFormat.findInputFormat('mov'), null), 'cannot be opened')
  const packet = new Packet()
  packet.alloc()
  try {
    must(demuxer.findStreamInfoSync(null), 'has no readable streams')
    const video = openTrack(findStream(demuxer, AVMEDIA_TYPE_VIDEO))
    const audio = openTrack(findStream(demuxer, AVMEDIA_TYPE_AUDIO))
    while (demuxer.readFrameSync(packet) >= 0) {
      if (packet.streamIndex === video.index) video.take(packet)
      if (packet.streamIndex === audio.index) audio.take(packet)
      packet.unref()
    }
    const [pictures, sound] = [video.end(), audio.end()]
    return {
      width: pictures.width,
      height: pictures.height,
      pictures: pictures.frames,
      pictureSecs: pictures.endSecs,
      soundSecs: sound.endSecs,
      faults: pictures.faults + sound.faults,
    }
  } finally {
    packet.free()
    demuxer.closeInputSync()
  }
}

function findStream({ streams }: FormatContext, type: number): Stream {
  const found = streams.find(({ codecpar }) => codecpar.codecType === type)
  if (!found) throw new Error(`the file has no ${type === AVMEDIA_TYPE_VIDEO ? 'pictures' : 'sound'}`)
  return found
}

/** A stream and its decoder. */
function openTrack({ codecpar, timeBase, index }: Stream) {
  const codec = Codec.findDecoder(codecpar.codecId)
  if (!codec) throw new Error('the file needs a decoder that is not there')
  const decoder = new CodecContext()
  decoder.allocContext3(codec)
  decoder.parametersToContext(codecpar)
  decoder.pktTimebase = timeBase
  must(decoder.open2Sync(codec, null), 'cannot be decoded')
  const frame = new Frame()
  frame.alloc()
  const seen = { width: 0, height: 0, frames: 0, endSecs: 0, faults: 0 }

  function take(packet: Packet | null): void {
    if (decoder.sendPacketSync(packet) < 0) seen.faults++
    while (decoder.receiveFrameSync(frame) >= 0) {
      seen.frames++
      if (frame.decodeErrorFlags !== 0) seen.faults++
      const endTime = Number(frame.pts) + Number(frame.duration)
      seen.endSecs = Math.max(seen.endSecs, (endTime * timeBase.num) / timeBase.den)
      seen.width = frame.width
      seen.height = frame.height
      frame.unref()
    }
  }
  return {
    index,
    take,
    end() {
      take(null)
      frame.free()
      decoder.freeContext()
      return seen
    },
  }
}

function must(answer: number, fault: string): void {
  if (answer < 0) throw new Error(`the file ${fault} (${answer})`)
}
