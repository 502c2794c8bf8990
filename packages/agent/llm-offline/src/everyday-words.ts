/**
 * Words of everyday talk in English, German and Chinese. They do name things, but a request and a description share
 * one of them by chance too easily: "a wooden table" is not "tables and charts".
 */
export const EVERYDAY_WORDS = `
ability accident account achieve act action activity actor address adult advantage adventure advice affect africa age
air airport alone amazing amount angry animal appear apple april area argument arm army art artist association attack
attention august aunt automatic autumn average avoid award baby back bag balance ball banana band bank base basic bath
beach bear beautiful beauty bed bedroom beer beginner behavior behaviour belief benefit best bicycle big bike bird
birth birthday bit black blood blue boat body book border boss bottle box boy brain brand bread break breakfast bridge
brief broken brother brown budget building bus business busy butter buy cake camera campaign capacity capital car card
care carry cat catch cause celebrate center century chair challenge chance character charge cheap cheese chemical
chicken child children chinese choice christmas church city civil claim class classic clean clear client clock close
clothes cloud club coach coat coffee cold collect collection college color colour comment commercial common
communicate communication community company compare comparison compete competition complex component computer concept
concert condition connect connection consider consumer contact continue contract control cook cookie cooking cost
count country couple course cousin cover cow cream create creation creative crime critical cross culture cup customer
cut dad daily damage dance danger dark date daughter day dead dear debt december decide decision deep define degree
deliver demand department describe describing desk destroy develop development device diet difference difficult
digital dinner direction disease dish distance doctor dog dollar door draw dream dress drink drive driver drop dry
dust ear earth east eat economic economy edge education effect effective efficient effort egg electric electronic
element elephant email empire empty encounter end energy engine english enjoy environment equal equipment escape
essential europe evening event evidence evil exact exam excellent exchange exercise exist expect expensive experience
expert explore express extreme eye face fact factory fail failure fair fall family famous fan farm fashion fast father
fault favorite february feedback feel feeling field fight fill film final finance financial fire fish fit fitness flat
floor flower fly focus food foot football foreign forest foundation france free freedom french frequent fresh friday
friend friendly front fruit fuel fun function funny future game garden gas german germany gift girl glass global goal
god gold goods government grass green ground group grow growth guest guitar habit hair half hand happy hard hardware
hat head heal health healthy hear heart heat heavy height herb hero hidden hide hire history hit hobby hold hole
holiday home hope horse hospital hot hotel hour house human hungry husband ice ideal identity illness image impact
important impress increase independent individual industry influence injury insect institution insurance intelligence
interact interest international internet interview invent invest investment involve island italy jacket january japan
joint joke journey joy judge juice july june justice key kid king kitchen knee knowledge label labor lack lake land
language large laugh law lawyer leader leave left leg legal lemon lesson letter level liberty life lift light limit
link lion local location logic london long lose loss lost loud love low luck lunch machine magazine main major man map
march market marriage marry mass master match material math maximum meal meaning measure meat medical medicine meet
meeting member memory men mental metal milk mind minimum minor minute miss mission mistake mix modern modify mom
moment monday money monitor monkey month moon morning mother mountain mouse mouth movie museum music natural nature
neck needle negative neighbor neighbour network news newspaper night noise noon normal north nose note november
nuclear object observe obtain ocean october office official oil old online operate operation opinion opposite orange
order organ organization organize origin original outcome outside oven owner ownership pack page pain paint painting pair
pants paper parent paris park partner party pass passport past pasta path patient pattern pay peace pen pencil people
pepper perfect performance period permanent person pet philosophy phone photo physical physics piano picture pizza
place plan plane planet plant plate play player poem poet poison police policy political politics pool poor popular
population position positive potato potential power practice prefer presence present president pressure pretty prevent
price primary prince principle priority private problem production profession professional professor profit progress
promise promote proof property protect protection prove psychology public publish pull pure push quality queen quiet
quote race radio rain raise random range rate reach react reaction reader real realize recent recipe recognize
recommend record red reduce reflect region regular relation relationship religion remember remind remove rent repair
replace represent reputation residents resource respect respond response responsible rest restaurant restore reward
rice rich ride ring rise risk river road rock role roman romantic room root rose round routine rule rural safe salad
sale salt sand satellite saturday sauce save scale scene school science scientist screen sea search season seat second
secret sector security select self sell send sense sentence separate september series serious service session shape
shared shift ship shirt shock shoe shop shopping short shower sick sign silent silver similar simply sing singer
single sister sit site situation size skin sky sleep slow small smart smell smile snow soap social society sofa soft
software solar solid solution solve song soul sound soup source south space spanish speak special species speech speed
spend spirit sport spot spring square stable staff stage stand standard star state statement station stay steal stone
storage store storm strange strategy street strength stress stretch strong structure student study style succeed
success sudden suffer sugar suit suitable summer sun sunday sunny supply surface surprise survive sweet swim switch
symbol table tall target taste tax taxi tea teacher team technical technique technology teeth television temperature
temporary tend tennis term test theater theory thick thin threat thursday ticket tie time tired today tomato tomorrow
tooth top total tour town toxic toy tradition traditional traffic train training transport travel tree trend trip
trouble truck true trust truth tuesday tv typical ultimate uncle unit united university urban useful usual vacation
vaccine valuable variety vegetable vehicle video village vision visit visual voice volume vote wage wait wake walk
wall war warm wash waste watch water wave weak wealth weapon wear weather wedding wednesday week weekend weekly weight
west wet white wide wife wild win wind window wine winner winter woman women wonder wood wooden worker worry worse
worth write writer yard year yellow young zoo

abend abendessen alt anfang anfangen angebot angst ansehen anwalt apfel apotheke april armee arzt atmosphäre auge
august ausflug auto autor bad bahn bahnhof bank bauch baum bedeuten bedeutung bekommen bereit berg beruf beste besuch
bett bewegung bezahlen bier bild blau blume blut boden brauch brief brot bruder brücke buch bus butter chance chef
computer denken deutsch deutschland dezember dienstag donnerstag dorf dumm durst ei eigentlich einwohner eis eltern
ende energie englisch entscheidung entstehen erde erfinden erfindung erfolg ergebnisse erinnern erklärung erwarten
essen europa fahren familie farbe fehlen feier fenster ferien fernsehen fest feuer figur film firma fisch flasche
fleisch fliegen flug flughafen fluss folge form frankreich frau freiheit freitag freude freund freundin frieden frisch
froh früh frühling frühstück funktion funktionieren fußball fähigkeit garten gast gebiet geboren geburtstag gebäude
gedicht gefahr gefühl gegend gehen gehirn geist geld gemeinsam gemüse geschehen geschenk geschäft gesellschaft gesetz
gesicht gespräch gestern gesund gesundheit getränk gewalt gewicht gewinnen gitarre glas glauben glück grenze groß
gruppe größe grün gut haar hand handy hauptstadt haus heimat heiß helfer hemd herbst herz heute himmel hobby hochzeit
hoffnung hose hotel hund hunger hut hälfte hören information insel jahr januar juli jung junge juni kaffee kalt kaputt
kartoffel katze kauf kaufen kennen kind kinder kirche klasse kleid klein koch kochen koffer kollege kontakt kontrolle
kopf kosten kraft krank krankenhaus krankheit krieg kuchen kuh kunst kurs käse könig körper küche laden lampe land
lang laufen leben lehrer leicht leute licht liebe lied luft löffel lösung macht mai mann markt maschine material
mathematik maus medizin meer meinung menge mensch menschen messer methode milch minute mittag mittwoch monat mond
montag morgen motor mund museum musik mut mutter mädchen märz möbel möglichkeit müde nachbar nachricht nacht name nase
natur nehmen normal november nudeln nutzen obst oktober oma opa operation ort paris park party pause perfekt person
pferd pflanze pizza planen planet platz politik polizei preis produkt präsident qualität radio rasen raum recht regel
regen regierung reich reis reise reisen restaurant rezept richtung ring risiko rolle rose rot ruhe sache salat salz
samstag schaden schicken schiff schlaf schlafen schlecht schloss schlüssel schmerz schnee schnell schuh schuld schule
schwarz schwer schwester schwierig schön see seele sehen september sessel sicher sicherheit sinn situation sohn sommer
sonne sonntag spaß spiel spielen spieler sport sprache sprechen staat stadt stark stein stern stimme strand straße
student stuhl stunde suppe system tag tage tasche tasse technik tee telefon termin tief tier tiere tisch tochter tod
tomate tot tragen traum traurig treffen trinken uhr umgang umwelt unfall universität unterricht unterschied urlaub
ursache vater verbindung verdienen verein vergangenheit vergleich verkaufen verkehr verlieren verstehen vertrauen
vogel volk vorschlag vorteil wachsen wahl wahrheit wald wand warm waschen wasser weihnachten wein weiß weltall werfen
wetter wind winter wirtschaft witz woche wochenende wohnen wohnung wolke wunder wunsch wütend zahl zahn zeit zeitung
ziehen zimmer zucker zufrieden zug zukunft zustand ähnlich öffnen

爱 爱情 安全 爸爸 白色 办公室 包 报纸 北京 杯子 比赛 冰箱 病 衣服 菜 餐厅 茶 长城 常见 城市 吃 吃饭 宠物 出租车 厨房 春节 春天 词语 聪明
打电话 大学 蛋糕 道理 德国 地方 地铁 地图 地址 弟弟 电脑 电视 电影 电影院 电话 东西 冬天 动物 动漫 读书 锻炼 法国 饭 饭店 房间 房子 飞机
飞机票 风景 风 夫妻 感觉 感情 高兴 哥哥 歌 歌曲 工资 公司 公园 狗 古诗 故事 关系 国家 国王 海 孩子 汉语 好吃 好看 和平 河 红色 红烧肉 花
花园 画 环境 黄色 婚礼 火 火车 火车站 机场 鸡 鸡蛋 季节 家 家庭 家人 价格 减肥 健康 健身 建议 江 教师 教室 节日 结婚 姐姐 今年 今天 今晚
经济 经历 经验 酒 酒店 咖啡 开心 科学 科学家 客人 课 课程 空气 快乐 昆虫 篮球 老虎 老师 礼物 历史 历史上 丽江 凉快 旅行 旅游 绿色 律师 妈妈
猫 毛衣 美国 美丽 美食 妹妹 梦 米饭 面包 面条 名人 明年 明天 母亲 木头 男人 男孩 脑子 年 年轻 鸟 牛奶 农民 女儿 女孩 女人 爬山 跑步 朋友
啤酒 皮肤 苹果 葡萄 钱 巧克力 青菜 情人节 秋天 去年 人 人口 人们 人生 日本 肉 散步 森林 山 商店 上班 上海 上午 身体 生活 生命 生日 诗 诗歌
时代 世纪 手机 首都 书 蔬菜 树 帅 睡觉 水 水果 司机 思想 送 太阳 汤 糖 提前 体育 天 天空 天气 天气预报 甜 跳舞 同事 同学 头发 晚饭 晚上 玩
网球 微笑 温度 文化 午饭 西瓜 西红柿 喜欢 洗澡 下午 下雨 夏天 现在 香蕉 小孩 小说 小时 校园 笑 笑话 鞋 心 心情 新闻 星期 星星 行李 幸福 熊猫
休息 雪 学生 学校 压力 盐 颜色 眼睛 演员 阳光 药 爷爷 夜 衣柜 医生 医院 艺术 音乐 英国 英语 油 游戏 游泳 有名 有趣 鱼 宇宙 语言 雨 语文
原因 月 月亮 运动 早饭 早上 丈夫 照片 政府 植物 中国 中文 中午 种类 周末 祝福 桌子 自然 自行车 足球 作业 作者 做饭 座位 没有 不会 真的 先生
已经 觉得 一起 看到 一定 回来 相信 找到 一直 起来 非常 离开 明白 发生 认为 必须 意思 过来 准备 出去 得到 很多 发现 最好 认识 担心 小姐 警察
继续 最后 再见 父亲 听到 以前 儿子 漂亮 永远 完全 清楚 分钟 马上 兄弟 小心 之后 机会 总是 成为 决定 办法 个人 麻烦 唯一 计划 其实 消息 真正
女士 愿意 注意 打算 妻子 失去 接受 欢迎 感谢 保护 选择 外面 成功 行动 出现 特别 保证 不同 危险 保持 变成 最近 容易 同意 参加 控制 自由 死亡
努力 解决 每天 秘密 战争 存在 父母 停止 人类 后面 想法 老板 昨天 武器 等待 总统 能够 联系 正常 考虑 目标 生意 完美 精神 痛苦 正确 负责 伟大
消失 忘记 事实 紧张 拥有 附近 未来 地球 食物 位置 表演 必要 错误 组织 理由 安静 舒服 坚持 放松 银行 严重 能力 意义 中心 法律 英雄 交易 合作
表现 行为 意外 通知 利用 号码 梦想 影响 真实 享受 拒绝 部分 节目 权利 训练 味道 身份 灵魂 军队 警告 尝试 失败 方向 汽车 破坏 失望 意识 反对
活动 反应 巨大 责任 人民 兴趣 治疗 目的 社会 表示 意见 私人 想起 技术 移动 婚姻 现实 紧急 心理 速度 状况 恢复 角色 困难 庆祝 创造 土地 政治
期待 石头 讨论 发明 省 首 国 多少 平衡 效果 资源 环保 能源 推荐 电 城 路 车
`
