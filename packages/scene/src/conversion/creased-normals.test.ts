import {
  BoxGeometry,
  BufferGeometry,
  CylinderGeometry,
  Mesh,
  SphereGeometry,
  Vector3,
  type BufferAttribute,
} from 'three'
import t from '@toile/testing/tap'
import { makeNormals } from './geometry.js'

function loose(made: BufferGeometry): Mesh {
  const geometry = new BufferGeometry().setAttribute('position', made.toNonIndexed().getAttribute('position'))
  const mesh = new Mesh(geometry)
  makeNormals([mesh], false)
  return mesh
}

const attributeOf = ({ geometry }: Mesh, name: string) => geometry.getAttribute(name) as BufferAttribute

t.test('a box keeps its edges', (t) => {
  const box = loose(new BoxGeometry(0.001, 0.001, 0.001))
  t.equal(attributeOf(box, 'position').count, 24, 'four corners for each of its sides')
  const normal = new Vector3()
  for (let i = 0; i < 24; i++) {
    normal.fromBufferAttribute(attributeOf(box, 'normal'), i)
    t.equal(Math.max(...normal.toArray().map(Math.abs)).toFixed(6), '1.000000')
  }
  t.end()
})

t.test('smooths a ball all over and a tube of twelve sides all round', (t) => {
  const ball = loose(new SphereGeometry(100, 24, 16))
  const [position, normal] = [new Vector3(), new Vector3()]
  t.equal(attributeOf(ball, 'position').count, 24 * 15 + 2, 'no point is there twice')
  for (let i = 0; i < attributeOf(ball, 'position').count; i++) {
    position.fromBufferAttribute(attributeOf(ball, 'position'), i).normalize()
    normal.fromBufferAttribute(attributeOf(ball, 'normal'), i)
    t.ok(position.dot(normal) > 0.995, `point ${i}`)
  }
  t.equal(attributeOf(loose(new CylinderGeometry(1, 1, 1, 12, 1, true)), 'position').count, 24)
  t.end()
})

t.test('does not treat a seam of texture coordinates as an edge', (t) => {
  const ball = new SphereGeometry(1, 24, 16).toNonIndexed()
  ball.deleteAttribute('normal')
  const mesh = new Mesh(ball)
  makeNormals([mesh], false)
  const byPlace = new Map<string, Set<string>>()
  const words = (name: string, i: number) =>
    new Vector3()
      .fromBufferAttribute(attributeOf(mesh, name), i)
      .toArray()
      .map((value) => (value + 0).toFixed(3))
      .join(' ')
  for (let i = 0; i < attributeOf(mesh, 'position').count; i++) {
    const place = words('position', i).replaceAll('-0.000', '0.000')
    byPlace.set(place, (byPlace.get(place) ?? new Set()).add(words('normal', i).replaceAll('-0.000', '0.000')))
  }
  t.ok(attributeOf(mesh, 'position').count > byPlace.size, 'there is a seam')
  for (const [place, normals] of byPlace) t.equal(normals.size, 1, place)
  t.end()
})

t.test('keeps the other attributes of the points', (t) => {
  const box = new BoxGeometry(1, 1, 1).toNonIndexed()
  box.deleteAttribute('normal')
  const mesh = new Mesh(box)
  makeNormals([mesh], false)
  const uv = attributeOf(mesh, 'uv')
  t.equal(uv.count, attributeOf(mesh, 'position').count)
  t.same([...new Set(uv.array)].sort(), [0, 1])
  t.end()
})
