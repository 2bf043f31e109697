# Run by Blender in the work folder: traces model.glb as picture.json describes, and writes linear light to *.raw.
# Units as in packages/scene: y is up, the garment's longest side is 1, its feet stand on y = 0.
import json
import math

import bpy
import numpy as np
from mathutils import Matrix, Vector

# Blender 3.4's glTF reader uses names that numpy 1.24 removed.
for name, kind in (("bool", bool), ("object", object)):
    if name not in np.__dict__:
        setattr(np, name, kind)

with open("picture.json") as file:
    picture = json.load(file)
scene = bpy.context.scene


def z_up(point):
    x, y, z = (float(value) for value in point)
    return Vector((x, -z, y))


def open_model():
    for thing in list(bpy.data.objects):
        bpy.data.objects.remove(thing)
    bpy.ops.import_scene.gltf(filepath="model.glb")
    # The file's own lights would overexpose the picture, and its cameras are not used.
    for thing in [t for t in scene.objects if t.type in ("LIGHT", "CAMERA")]:
        bpy.data.objects.remove(thing)
    points = read_points()
    low, high = points.min(0), points.max(0)
    longest = float((high - low).max())
    pivot = bpy.data.objects.new("pivot", None)
    feet = Vector(((low[0] + high[0]) / 2, low[1], (low[2] + high[2]) / 2))
    pivot.matrix_world = Matrix.Scale(1 / longest, 4) @ Matrix.Translation(-z_up(feet))
    roots = [t for t in scene.objects if t.parent is None]
    scene.collection.objects.link(pivot)
    for root in roots:
        root.parent = pivot
    return (points - np.array(feet)) / longest


def read_points():
    """World positions (y up) of all vertices of visible meshes, deformed by skins and morph targets."""
    graph = bpy.context.evaluated_depsgraph_get()
    found = []
    for thing in scene.objects:
        if thing.type != "MESH" or not thing.visible_get():
            continue
        seen = thing.evaluated_get(graph)
        mesh = seen.to_mesh()
        flat = np.empty(len(mesh.vertices) * 3, np.float32)
        mesh.vertices.foreach_get("co", flat)
        place = np.array(seen.matrix_world)
        found.append(flat.reshape(-1, 3).astype(float) @ place[:3, :3].T + place[:3, 3])
        seen.to_mesh_clear()
    points = np.concatenate(found)
    points = points[np.isfinite(points).all(1)]
    return np.stack([points[:, 0], points[:, 2], -points[:, 1]], 1)


def revolve(points, levels=64, steps=32):
    """revolve() of packages/scene/src/framing.ts: the surface that the garment sweeps when it turns."""
    low, high = points[:, 1].min(), points[:, 1].max()
    step = max(high - low, 1e-6) / levels
    level = np.minimum(levels - 1, ((points[:, 1] - low) / step).astype(int))
    radii = np.zeros(levels)
    np.maximum.at(radii, level, np.hypot(points[:, 0], points[:, 2]))
    around = np.arange(steps) * 2 * math.pi / steps
    outside = radii[:, None] / math.cos(math.pi / steps)
    xs, zs = np.cos(around) * outside, np.sin(around) * outside
    rings = [np.stack([xs, np.full_like(xs, low) + (np.arange(levels)[:, None] + up) * step, zs], -1) for up in (0, 1)]
    return np.concatenate([ring[radii > 0].reshape(-1, 3) for ring in rings])


def fit(points, view, aspect):
    """fitCamera() of packages/scene/src/framing.ts. Returns position and right, up and backward axes."""
    sa, ca = math.sin(math.radians(view["azimuth"])), math.cos(math.radians(view["azimuth"]))
    se, ce = math.sin(math.radians(view["elevation"])), math.cos(math.radians(view["elevation"]))
    axes = np.array([[ca, 0, -sa], [-sa * se, ce, -ca * se], [sa * ce, se, ca * ce]])
    x, y, z = ((revolve(points) if view.get("allRound") else points) @ axes.T).T
    slope_y = math.tan(math.radians(view["fov"] / 2)) * view["margin"]
    slope_x = slope_y * aspect
    to_right, to_left = (x + slope_x * z).max(), (-x + slope_x * z).max()
    to_top, to_bottom = (y + slope_y * z).max(), (-y + slope_y * z).max()
    depth = max(z.max() - z.min(), 1e-6)
    away = max((to_right + to_left) / (2 * slope_x), (to_top + to_bottom) / (2 * slope_y), z.max() + depth / 10)
    return np.array([(to_right - to_left) / 2, (to_top - to_bottom) / 2, away]) @ axes, axes


def look_at(pose):
    back = Vector(pose["position"]) - Vector(pose["target"])
    right = Vector((0, 1, 0)).cross(back)
    # From straight above, -z is up in the picture; from straight below, z is.
    right = right.normalized() if right.length > 1e-6 else Vector((1, 0, 0))
    back.normalize()
    return pose["position"], [right, back.cross(right), back]


def place_camera(points):
    camera = picture["camera"]
    position, axes = look_at(camera) if "position" in camera else fit(points, camera, picture["width"] / picture["height"])
    thing = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    thing.matrix_world = Matrix.Translation(z_up(position)) @ Matrix([z_up(axis) for axis in axes]).transposed().to_4x4()
    thing.data.sensor_fit = "VERTICAL"
    thing.data.angle = math.radians(camera["fov"])
    thing.data.clip_start, thing.data.clip_end = 0.001, 1000
    scene.collection.objects.link(thing)
    scene.camera = thing
    return thing


def light_up(light, width=512, height=256):
    """Dome, ground and panels become an environment map, which Cycles samples by brightness; lamps become suns."""
    v, u = np.meshgrid((np.arange(height) + 0.5) / height, (np.arange(width) + 0.5) / width, indexing="ij")
    around, above = (0.5 - u) * 2 * math.pi, (v - 0.5) * math.pi
    rays = np.stack([np.cos(above) * np.cos(around), np.cos(above) * np.sin(around), np.sin(above)], -1)
    sky = np.ones((height, width, 4), np.float32)
    sky[..., :3] = np.where(rays[..., 2:] > 0, light["dome"], light["ground"])
    for panel in light["panels"]:
        a, e = math.radians(panel["azimuth"]), math.radians(panel["elevation"])
        to = np.array(z_up((math.sin(a) * math.cos(e), math.sin(e), math.cos(a) * math.cos(e))))
        right = np.array(z_up((math.cos(a), 0, -math.sin(a))))
        up = np.cross(to, right)
        along = rays @ to
        # Panels stand 5 units away.
        reach = np.where(along > 1e-3, 5 / np.maximum(along, 1e-3), np.inf)
        is_hit = (np.abs(rays @ right) * reach < panel["width"] / 2) & (np.abs(rays @ up) * reach < panel["height"] / 2)
        sky[is_hit, :3] = panel["colour"]
    image = bpy.data.images.new("sky", width, height, float_buffer=True)
    image.pixels.foreach_set(sky.ravel())
    image.update()
    world = bpy.data.worlds.new("world")
    world.use_nodes = True
    texture = world.node_tree.nodes.new("ShaderNodeTexEnvironment")
    texture.image = image
    world.node_tree.links.new(texture.outputs["Color"], world.node_tree.nodes["Background"].inputs["Color"])
    # By default Cycles samples with a map of 4096 px for any picture: 2.4 s and 300 MB.
    world.cycles.sampling_method, world.cycles.sample_map_resolution = "MANUAL", width
    scene.world = world
    for lamp in light["lamps"]:
        sun = bpy.data.lights.new("sun", "SUN")
        sun.energy, sun.color = lamp["strength"], lamp["colour"]
        away = z_up(lamp["position"]) - z_up((0, 0.4, 0))
        sun.angle = 2 * math.atan(lamp["radius"] / away.length)
        sun.cycles.cast_shadow = lamp["castsShadow"]
        thing = bpy.data.objects.new("sun", sun)
        thing.rotation_euler = away.to_track_quat("Z", "Y").to_euler()
        scene.collection.objects.link(thing)


def lay_ground(camera):
    """Adds a floor that shows only shadows, unless the camera is below it."""
    if camera.matrix_world.translation.z < 0:
        return
    mesh = bpy.data.meshes.new("ground")
    # The key light's shadow is at most 1.3 long, in the evening 2.5; a larger floor costs time and shows nothing more.
    corners = [(-3, -3, -0.002), (3, -3, -0.002), (3, 3, -0.002), (-3, 3, -0.002)]
    mesh.from_pydata(corners, [], [(0, 1, 2, 3)])
    ground = bpy.data.objects.new("ground", mesh)
    ground.is_shadow_catcher = True
    scene.collection.objects.link(ground)


def trace(samples, width, height, tile, name):
    render, cycles = scene.render, scene.cycles
    render.engine = "CYCLES"
    cycles.device = "CPU"
    cycles.samples, cycles.seed = samples, 0
    cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.01
    cycles.use_denoising = False
    cycles.max_bounces = 6
    # With this few samples, bright reflections onto diffuse surfaces are noise.
    cycles.sample_clamp_indirect = 4
    cycles.caustics_reflective = cycles.caustics_refractive = False
    render.film_transparent = True
    render.use_persistent_data = False
    render.resolution_x, render.resolution_y, render.resolution_percentage = width, height, 100
    render.use_border = render.use_crop_to_border = True
    # A quarter of a pixel inside, so that rounding adds or drops no row.
    render.border_min_x = (tile["x"] + 0.25) / width
    render.border_max_x = (tile["x"] + tile["width"] + 0.25) / width
    bottom = height - tile["y"] - tile["height"]
    render.border_min_y = (bottom + 0.25) / height
    render.border_max_y = (bottom + tile["height"] + 0.25) / height
    render.image_settings.file_format, render.image_settings.color_depth = "OPEN_EXR", "32"
    render.image_settings.color_mode = "RGBA"
    render.filepath = picture["folder"] + "/" + name + ".exr"
    bpy.ops.render.render(write_still=True)
    traced = bpy.data.images.load(render.filepath)
    if tuple(traced.size) != (tile["width"], tile["height"]):
        raise RuntimeError("traced %d x %d" % tuple(traced.size))
    light = np.empty(len(traced.pixels), np.float32)
    traced.pixels.foreach_get(light)
    light.tofile(name + ".raw")
    bpy.data.images.remove(traced)


points = open_model()
if picture["seconds"] is not None:
    moment = picture["seconds"] * scene.render.fps / scene.render.fps_base
    scene.frame_set(int(moment), subframe=moment % 1)
camera = place_camera(points)
light_up(picture["light"])
lay_ground(camera)
for shown in picture["previews"]:
    whole = {"x": 0, "y": 0, "width": shown["width"], "height": shown["height"]}
    trace(shown["samples"], shown["width"], shown["height"], whole, "shown-%d" % shown["samples"])
    print("| Shown %d" % shown["samples"], flush=True)
trace(picture["samples"], picture["width"], picture["height"], picture["tile"], "light")
