/** The only variables that a child inherits. None of them may hold a secret. */
const INHERITED = ['PATH', 'LANG', 'LC_ALL', 'TZ', 'LD_LIBRARY_PATH']

/** The environment of a child that works in this folder and loads compiled code from there. */
export function createChildEnvironment(folder: string, codeCache: string | null): Record<string, string> {
  const environment: Record<string, string> = {
    TMPDIR: folder,
    // An id without an account has no home, and libraries ask for one.
    HOME: folder,
    // glibc gives every thread an arena of its own, which nearly doubles the memory of a render.
    MALLOC_ARENA_MAX: '2',
    // By default glibc's threshold adapts, and it keeps large freed blocks (decoded pictures, frames of the last segment).
    MALLOC_MMAP_THRESHOLD_: String(1024 ** 2),
    // Mapping fresh blocks costs page faults, 1 % of the encoder's CPU, or nothing where the host allows huge pages.
    GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
    // The canvas brings an allocator of its own. It gives back at once what a painting took.
    MIMALLOC_PURGE_DELAY: '0',
    MIMALLOC_ALLOW_THP: '0',
    // Texts are set in our own fonts and those of brands, so that they look the same everywhere. Without this the canvas reads all
    // fonts of the machine when it is loaded: 70 ms of CPU where there are 130.
    DISABLE_SYSTEM_FONTS_LOAD: '1',
  }
  if (codeCache) environment.NODE_COMPILE_CACHE = codeCache
  for (const name of INHERITED) {
    const value = process.env[name]
    if (value !== undefined) environment[name] = value
  }
  return environment
}
