/** How a library can be told inside a binary. */
export type BinaryMark = {
  /** A text that only this library puts there. */
  text: string
  /** Where its version stands: in the bytes behind the text, or before it. */
  version?: { after: RegExp } | { before: RegExp }
  /** Versions that are written as one number. */
  decode?: (text: string) => string
}

/** 21600 is 2.16.0, 10129 is 1.1.29. */
function decodeNumber(text: string): string {
  const number = Number(text)
  return [Math.floor(number / 10_000), Math.floor(number / 100) % 100, number % 100].join('.')
}

/** By the names of `packages/cli/src/licences/ffmpeg-parts.ts`. A library without a mark is told by FFmpeg's configuration alone. */
export const FFMPEG_MARKS: Record<string, BinaryMark> = {
  'ALSA library': { text: 'ALSA lib %s:%i:(%s) ', version: { after: /\0(\d+(?:\.\d+){2,3})\0/ } },
  Brotli: { text: 'BrotliEncoderCreateInstance' },
  Chromaprint: { text: 'silence_threshold', version: { before: /\0(\d+\.\d+\.\d+)\0+$/ } },
  'fdk-aac': { text: 'FDK Tools' },
  FFTW: { text: 'fftw-', version: { after: /^([\d.]+\d)/ } },
  FreeType: { text: 'FT_Init_FreeType' },
  FriBidi: { text: 'Shaper: FriBidi ', version: { after: /^([\d.]+\d)/ } },
  fontconfig: { text: 'Fontconfig warning: ' },
  GMP: { text: '__gmpn_fft_next_size' },
  ggml: { text: 'GGML status: unknown', version: { after: /\0(\d+\.\d+\.\d+)\0/ } },
  glslang: { text: 'glslang Khronos. ', version: { after: /^([\d.]+\d)/ } },
  HarfBuzz: { text: 'uniscribe-bug-compatible', version: { after: /\0(\d+\.\d+\.\d+)\0/ } },
  LAME: { text: 'LAME', version: { after: /^(3\.\d+\w*)\0/ } },
  libbluray: { text: 'libbluray-j2se-', version: { after: /^([\d.]+\d)\.jar/ } },
  libiconv: { text: 'libiconv' },
  libopenmpt: { text: 'OpenMPT Project Developers' },
  libopus: { text: 'libopus unknown' },
  libplacebo: { text: 'Red, Green and Blue', version: { after: /\0v(\d+\.\d+\.\d+)\0/ } },
  'libstdc++': { text: 'basic_string::_M_create' },
  libtheora: { text: 'Xiph.Org libtheora ', version: { after: /^([\d.]+\d)/ } },
  libudfread: { text: 'udfread ERROR' },
  libunibreak: { text: 'unibreak' },
  libvorbis: { text: 'Xiph.Org libVorbis ', version: { after: /^([\d.]+\d)/ } },
  libvpl: { text: 'libvplswref64' },
  libvpx: { text: 'WebM Project VP9 Encoder v', version: { after: /^([\d.]+\d)/ } },
  libxml2: { text: 'xml-model', version: { after: /\0(2\d{4})\0/ }, decode: decodeNumber },
  'Little CMS': { text: 'lcms2: ' },
  OpenSSL: { text: 'OpenSSL ', version: { after: /^(\d+\.\d+\.\d+) \d+ \w+ \d{4}/ } },
  'Rockchip MPP': { text: 'mpp version history' },
  'Rockchip RGA': { text: 'rga_api version ', version: { after: /^([\d.]+\d)/ } },
  'SPIRV-Tools': { text: 'SPIRV-Tools' },
  SRT: { text: ', maximum payload per MTU', version: { after: /\0(\d+\.\d+\.\d+)\0/ } },
  'SVT-AV1': { text: 'SVT_LOG_FILE', version: { after: /\0v(\d+\.\d+\.\d+)\0/ } },
  shaderc: { text: 'shaderc: internal error' },
  'whisper.cpp': { text: 'memcpy: %7.2f GB/s (heat-up)', version: { before: /\0(\d+\.\d+\.\d+)\0+$/ } },
  x265: { text: 'poc: %d weights:', version: { before: /\0(\d+\.\d+\+\d+-[0-9a-f]+)\0/ } },
  xz: { text: 'incompatible version', version: { after: /\0(\d+\.\d+\.\d+)\0/ } },
  zimg: { text: 'zimg::' },
  zlib: { text: ' inflate ', version: { after: /^([\d.]+\d) Copyright/ } },
  zvbi: { text: 'zvbi ', version: { after: /^(\d+\.\d+\.\d+)/ } },
}

/** What each `--enable-…` of FFmpeg's configuration puts into the binary, with what it needs itself. */
export const FFMPEG_FLAGS: Record<string, readonly string[]> = {
  amf: ['AMF headers'],
  chromaprint: ['Chromaprint', 'FFTW'],
  ffnvcodec: ['nv-codec-headers'],
  fontconfig: ['fontconfig'],
  gmp: ['GMP'],
  iconv: ['libiconv'],
  'indev=alsa': ['ALSA library'],
  libass: ['libass', 'libunibreak'],
  libbluray: ['libbluray', 'libudfread'],
  libdav1d: ['dav1d'],
  'libfdk-aac': ['fdk-aac'],
  libfreetype: ['FreeType'],
  libfribidi: ['FriBidi'],
  libharfbuzz: ['HarfBuzz'],
  libjxl: ['libjxl', 'Highway', 'Brotli', 'Little CMS'],
  libmp3lame: ['LAME'],
  libopenmpt: ['libopenmpt'],
  libopus: ['libopus'],
  libplacebo: ['libplacebo'],
  libshaderc: ['shaderc', 'glslang', 'SPIRV-Tools'],
  libsrt: ['SRT'],
  libsvtav1: ['SVT-AV1'],
  libtheora: ['libtheora'],
  libvorbis: ['libvorbis', 'libogg'],
  libvpl: ['libvpl'],
  libvpx: ['libvpx'],
  libwebp: ['libwebp'],
  libx264: ['x264'],
  libx265: ['x265'],
  libxml2: ['libxml2'],
  libzimg: ['zimg'],
  libzvbi: ['zvbi'],
  lzma: ['xz'],
  opencl: ['OpenCL ICD loader'],
  openssl: ['OpenSSL'],
  rkmpp: ['Rockchip MPP'],
  rkrga: ['Rockchip RGA'],
  whisper: ['whisper.cpp', 'ggml'],
  zlib: ['zlib'],
}

/** These put nothing in: licences, ways of compiling, and what is loaded from the system, if it is there. */
export const FFMPEG_SWITCHES =
  /^(gpl|version3|lto=auto|cuda|cuda-llvm|cuvid|nvdec|nvenc|indev=(v4l2|xcbgrab)|libdrm|libxcb|vaapi|vulkan)$/

/** Beside FFmpeg's own libraries, which its configuration doesn't name. */
export const FFMPEG_ALWAYS = ['FFmpeg', 'libstdc++']

/** The libraries beside the embedded PostgreSQL: the file, and how it tells its version (unset: by its name). */
export const POSTGRES_FILES: Record<string, { file: string; mark?: BinaryMark }> = {
  PostgreSQL: { file: 'bin/postgres', mark: { text: 'PostgreSQL ', version: { after: /^(\d+\.\d+) on / } } },
  OpenSSL: {
    file: 'lib/libcrypto.so.1.1',
    mark: { text: 'OpenSSL ', version: { after: /^(\d+\.\d+\.\d+\w?) +\d+ \w+ \d{4}/ } },
  },
  ICU: { file: 'lib/libicuuc.so.60.2' },
  libxml2: {
    file: 'lib/libxml2.so.2',
    // What stands before it depends on the processor: padding on arm64, a table of jumps on x64.
    mark: { text: '\0', version: { before: /\D(2\d{4})$/ }, decode: decodeNumber },
  },
  libxslt: {
    file: 'lib/libxslt.so.1',
    mark: { text: '\0', version: { after: /^(1\d{4})\0/ }, decode: decodeNumber },
  },
  'OSSP uuid': {
    file: 'lib/libossp-uuid.so.16',
    mark: { text: 'OSSP uuid ', version: { after: /^(\d+\.\d+\.\d+)/ } },
  },
  xz: { file: 'lib/liblzma.so.5', mark: { text: '\0', version: { after: /^(\d+\.\d+\.\d+)\0/ } } },
  zlib: { file: 'lib/libz.so.1', mark: { text: ' inflate ', version: { after: /^([\d.]+\d) Copyright/ } } },
}
