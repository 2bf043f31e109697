// Damaged inputs that each fuzz run includes, by name. None of them revealed a bug. Add any input that does.

const text = (content: string) => Buffer.from(content, 'latin1')

export const corpus: Readonly<Record<string, Readonly<Record<string, Buffer>>>> = {
  glb: {
    'a header alone': text('glTF\x02\0\0\0\x0c\0\0\0'),
    'a chunk that is longer than the file': text('glTF\x02\0\0\0\x14\0\0\0\xff\xff\xff\x7fJSON'),
    'JSON that is no object': text('glTF\x02\0\0\0\x18\0\0\0\x04\0\0\0JSONnull'),
  },
  fbx: {
    'a header alone': text('Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0'),
    'a record that ends before it begins': text(`Kaydara FBX Binary  \0\x1a\0\xe8\x1c\0\0\x01\0\0\0${'\0'.repeat(9)}`),
  },
  'fbx in text': { 'a header alone': text('; FBX 7.4.0 project file\n') },
  obj: { 'a corner alone': text('v 0'), 'a face of nothing': text('v 0 0 0\nf\n') },
  dae: { 'a root alone': text('<COLLADA'), 'a root that never ends': text('<?xml?><COLLADA><a>') },
  ply: {
    'a header alone': text('ply\n'),
    'lists of lists': text(
      'ply\nformat ascii 1.0\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n255',
    ),
  },
  stl: { 'a name alone': text('solid'), 'a facet alone': text('solid a\nfacet normal 0 0 0') },
  usdz: { 'an entry alone': text(`PK\x03\x04${'\0'.repeat(22)}\x05\0\0\0a.usd`) },
  zip: {
    'an end alone': text(`PK\x05\x06${'\0'.repeat(18)}`),
    'an end that counts entries which are not there': text(`PK\x05\x06\0\0\0\0\xff\xff\xff\xff${'\0'.repeat(10)}`),
  },
}
