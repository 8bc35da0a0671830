"""Plays a tracker module through libopenmpt: python3 play-module.py <module> <wav> <rows.json> <rate> <most seconds>

The WAV is mono. The JSON has a line for each row that was played, in order: second, place in the order list, row
within its pattern, and how many notes start on it.
"""

import ctypes
import json
import sys
import wave

STEP = 64
LAST_NOTE = 120

module_path, wav_path, rows_path, rate, most_secs = sys.argv[1:]
rate = int(rate)

lib = ctypes.CDLL("libopenmpt.so.0")
lib.openmpt_module_create_from_memory2.restype = ctypes.c_void_p
lib.openmpt_module_create_from_memory2.argtypes = [ctypes.c_char_p, ctypes.c_size_t] + [ctypes.c_void_p] * 7
lib.openmpt_module_read_mono.restype = ctypes.c_size_t
lib.openmpt_module_read_mono.argtypes = [ctypes.c_void_p, ctypes.c_int32, ctypes.c_size_t, ctypes.c_void_p]
for name in ["get_current_order", "get_current_pattern", "get_current_row", "get_num_channels"]:
    getattr(lib, "openmpt_module_" + name).argtypes = [ctypes.c_void_p]
lib.openmpt_module_get_pattern_row_channel_command.restype = ctypes.c_uint8
lib.openmpt_module_get_pattern_row_channel_command.argtypes = [ctypes.c_void_p] + [ctypes.c_int32] * 4

with open(module_path, "rb") as file:
    data = file.read()
module = lib.openmpt_module_create_from_memory2(data, len(data), *[None] * 7)
if not module:
    sys.exit("libopenmpt cannot read it")
channels = lib.openmpt_module_get_num_channels(module)


def count_notes(pattern, row):
    read = lib.openmpt_module_get_pattern_row_channel_command
    return sum(1 <= read(module, pattern, row, channel, 0) <= LAST_NOTE for channel in range(channels))


rows = []
place = None
done = 0
block = (ctypes.c_int16 * STEP)()
with wave.open(wav_path, "wb") as wav:
    wav.setparams((1, 2, rate, 0, "NONE", ""))
    while done < float(most_secs) * rate:
        count = lib.openmpt_module_read_mono(module, rate, STEP, block)
        if count == 0:
            break
        order = lib.openmpt_module_get_current_order(module)
        row = lib.openmpt_module_get_current_row(module)
        if (order, row) != place:
            place = (order, row)
            notes = count_notes(lib.openmpt_module_get_current_pattern(module), row)
            rows.append([round(done / rate, 4), order, row, notes])
        wav.writeframesraw(bytes(block)[: 2 * count])
        done += count
with open(rows_path, "w") as file:
    json.dump(rows, file)
