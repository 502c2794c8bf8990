/**
 * Words that people put around any task, and that skills use to describe themselves, on top of `stopwords-iso`:
 * they say that something is asked for, and nothing of what.
 */
export const REQUEST_WORDS = `
add adds allow answer application apply approach aren ask assist assistant available based build call can case change
check code command complete contain convert could couldn create current deal default detail didn different doc
document doesn don done easy edit ensure example explain feature file find fix folder follow form full general
generate get give good great guide handle hello help hey hi idea implement improve include information input
instruction isn item job keep kind know learn let like line list ll load look make manage many method model move name
need new nice number okay open option output part perform perhaps piece please point possible prepare problem process
produce program project proper purpose put question quick re read reason relate request require result return right
run say search section see set setup share should shouldn show simple skill some someone sort specific start step stop
story suggest support system take talk task tell text thank thing think title tool topic try type understand update
use user value ve via view want wasn way whatever whenever whether won word work workflow world wouldn write wrong

abfrage achte anfrage anfragen anlegen antwort antworten anwenden anwendung anzeigen arbeit arbeiten aufgabe aufgaben
ausgabe ausgeben bauen bearbeite bearbeiten befehl beispiel beitrag benenne benutze benutzen benutzer beschreibe
beschreiben beschreibung bitte brauche brauchen bringen danke datei dateien dazu details dokument dokumente
durchführen einfach einfügen eingabe einrichten entwickle ergebnis erklaere erkläre erklären erledige erledigen
erstelle erstellen erzeuge erzeugen erzähle erzählen fertig finde finden frage fragen funktion füge führe gebe geben
gerne geschichte gib grund hallo helfe helfen hilf hilfe hinzu hinzufügen idee inhalt kannst könntest lade laden lass
lerne lesen lies liste mach mache machen mitteilen möchte möchten nehmen nenne neu nutze nutzen nutzer ordner passende
problem programm projekt prüfe prüfen punkt sag sage sagen satz schau schaue schreib schreibe schreiben schritt
schritte seite soll sollen sollte starte starten stelle stellen suche suchen teil text thema tipp tipps titel tun
unterstütze unterstützen verstehe verstehen versuche verwende verwenden vorgehen vorschlag was weg welt wende wert
wichtig will wissen wort wörter zeig zeige zeigen ziel über übernehmen

帮 帮忙 帮助 请 请问 写 写作 编写 撰写 创建 新建 新增 新 添加 增加 加 做 制作 生成 使用 用户 用于 运行 执行 处理 操作 查看 查 找 查找 搜索
检查 解释 说明 介绍 告诉 讲 讲讲 说 问 问题 回答 答案 要求 需要 想 想要 希望 知道 了解 学习 学 教 文件 文档 文件夹 目录 项目 代码 程序 内容
文本 文字 信息 资料 任务 工作 工具 技能 功能 系统 方法 方式 方面 步骤 流程 例子 示例 名字 名称 列表 标题 修改 更新 更改 改 变 打开 关闭 开始
结束 完成 进行 提供 支持 实现 应用 设置 结果 情况 时候 时间 东西 事情 世界 故事 谢谢 你好 您好 好 给 帮我 把 将 让 一下 一段 一篇 一份 一个
一些 一首 本 个 种 次 条 篇 段 份 首 怎样 怎么样 怎么办 如何 为什么 什么 哪里 多少 有没有 是否 简单 重要 可能 可以 应该 能否 适合 适用 当
时 并 或 及 其 这 那 这个 那个 这些 那些 以及 对 于 有关 相关 关于 看 看看 成 出 到 话 字 词
`

/**
 * Words of the stop list that do name tasks: in another language, or by a scope too wide for us.
 */
export const TASK_WORDS = `test tests testing research email cite fix kunde kunden group page index html web http net`
