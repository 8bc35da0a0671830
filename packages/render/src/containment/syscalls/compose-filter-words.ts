import { composeFilter, OWN_PID } from './compose-filter.ts'
import { isKnownArch, type KnownArch } from './syscall-table.ts'

/** prctl and seccomp, which set a filter. */
const SETTING_CALLS: Record<KnownArch, readonly [string, string]> = {
  x64: ['157', '317'],
  arm64: ['167', '277'],
}

/**
 * Sets the filter, then becomes the program that follows. The numbers are PR_SET_NO_NEW_PRIVS and
 * SECCOMP_SET_MODE_FILTER; what is packed is a struct sock_fprog.
 */
const FILTER_SCRIPT = `my ($prctl, $seccomp, $code) = splice @ARGV, 0, 3;
my $pid = unpack 'H8', pack 'V', $$;
$code =~ s/${OWN_PID}/$pid/g;
my $filter = pack 'H*', $code;
my $program = pack 'S x![P] P', length($filter) / 8, $filter;
syscall($prctl + 0, 38, 1, 0, 0, 0) == 0 or exit 96;
syscall($seccomp + 0, 1, 0, $program) == 0 or exit 96;
exec { $ARGV[0] } @ARGV or exit 96`

/**
 * The words that put a program behind the filter for system calls. It must be there before Node starts, whose event loop
 * makes itself a ring (io_uring) that later calls could not be kept out of. Undefined for a processor whose calls are not known.
 */
export function composeFilterWords(perl: string, arch: string = process.arch): string[] | undefined {
  if (!isKnownArch(arch)) return undefined
  return [perl, '-e', FILTER_SCRIPT, '--', ...SETTING_CALLS[arch], composeFilter(arch)]
}
