import { findingWordsZhCN } from '@toile/contracts/models/finding-words.zh-CN.constants'
import type { ModelsWords } from './en.models.js'

/** 对 3D 文件的检查结果。 */
export const zhCNModels: ModelsWords = {
  closed: {
    title: '仅供下载',
    why: '.{{format}} 文件只能用 {{program}} 打开，因此无法在这里旋转查看。',
    mine: '能看到作品的人都可以下载这个文件。想要 3D 展示，请导出为 .glb 后重新上传。',
    download: '下载 .{{format}}（{{size}}）',
    cover: '这种文件只有原软件才能显示，请在这里上传一张服装图片。',
  },
  report: {
    title: '模型报告',
    advice: '可以改进',
    fixed: '已为您处理',
    note: '提示',
    good: '没有需要改进的地方，模型已适合网页展示。',
    figures: '全部数据',
    size: '实际尺寸',
    sizeCm: '{{width}} × {{height}} × {{depth}} 厘米',
    triangles: '三角面',
    vertices: '顶点',
    parts: '单独绘制的部件',
    materials: '材质',
    textures: '贴图',
    texture: '贴图 {{number}}',
    memory: '显存占用',
    bytes: '文件大小',
    bytesBefore: '{{before}}，网页版 {{after}}',
    animations: '动画',
    colourways: '配色',
    findings: findingWordsZhCN,
  },
}
