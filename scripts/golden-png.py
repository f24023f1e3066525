"""Writes test/golden/lib/png.json: small PNG images of every kind and their brightness by Pillow. Needs Pillow."""

import base64
import io
import json
import random
import struct
import sys
import zlib
from pathlib import Path

import PIL
from PIL import Image

source = random.Random(20)
channels = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
depths = {0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16]}
passes = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def pack(samples, depth):
    if depth == 16:
        return struct.pack(f">{len(samples)}H", *samples)
    bits = "".join(format(sample, f"0{depth}b") for sample in samples)
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[at : at + 8], 2) for at in range(0, len(bits), 8))


def nearest(left, above, corner):
    return min((left, above, corner), key=lambda value: abs(left + above - corner - value))


def filtered(row, previous, pixel_bytes):
    kind = source.randrange(5)
    result = bytearray([kind])
    for at, byte in enumerate(row):
        left, corner = (row[at - pixel_bytes], previous[at - pixel_bytes]) if at >= pixel_bytes else (0, 0)
        above = previous[at]
        result.append((byte - (0, left, above, (left + above) // 2, nearest(left, above, corner))[kind]) % 256)
    return bytes(result)


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def image(color, depth, interlaced):
    width, height, count = source.randint(1, 11), source.randint(1, 11), channels[color]
    colors = source.randint(2, min(2**depth, 40)) if color == 3 else 2**depth
    # Sixteen bits of gray are cut off at 255, so small values matter.
    top = 400 if (color, depth) == (0, 16) else colors
    pixels = [[[source.randrange(top) for _ in range(count)] for _ in range(width)] for _ in range(height)]
    data = b""
    for x, y, step_x, step_y in passes if interlaced else [(0, 0, 1, 1)]:
        previous = None
        for line in pixels[y::step_y]:
            row = pack([sample for pixel in line[x::step_x] for sample in pixel], depth)
            if row:
                data += filtered(row, previous or bytes(len(row)), max(1, count * depth // 8))
                previous = row
    packed = zlib.compress(data, 9)
    parts = [chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlaced))]
    parts.append(chunk(b"tEXt", b"Comment\0scan"))
    if color == 3:
        parts.append(chunk(b"PLTE", source.randbytes(3 * colors)))
        parts.append(chunk(b"tRNS", source.randbytes(1)))
    half = len(packed) // 2
    parts += [chunk(b"IDAT", packed[:half]), chunk(b"IDAT", packed[half:]), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


rows = []
for color, sizes in depths.items():
    for depth in sizes:
        for interlaced in (0, 1):
            content = image(color, depth, interlaced)
            with Image.open(io.BytesIO(content)) as opened:
                gray = opened.convert("L")
            name = f"color type {color}, {depth} bits{', interlaced' if interlaced else ''}"
            rows.append([name, base64.b64encode(content).decode(), *gray.size, gray.tobytes().hex()])

versions = {"python": sys.version.split()[0], "pillow": PIL.__version__}
lines = ",\n".join(json.dumps(row) for row in rows)
target = Path(__file__).parent.parent / "test" / "golden" / "lib" / "png.json"
target.write_text(f'{{\n"versions": {json.dumps(versions)},\n"images": [\n{lines}\n]\n}}\n')
