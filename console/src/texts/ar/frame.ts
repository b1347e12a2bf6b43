import type { frame as english } from "../en/frame";
import type { InLanguage } from "../types";

/** Texts of the frame around the pages: navigation, keys, palette, in Arabic. */
export const frame: InLanguage<typeof english> = {
  frame_inbox: "الوارد",
  frame_feedback: "الآراء",
  frame_results: "النتائج",
  frame_channels: "القنوات",
  frame_settings: "الإعدادات",

  frame_skip: "الانتقال إلى المحتوى",
  frame_navigation: "الأقسام",
  frame_account: "الحساب",
  frame_unanswered:
    "{count, plural, zero {لا محادثات تنتظر الرد} one {محادثة واحدة تنتظر الرد} two {محادثتان تنتظران الرد} few {# محادثات تنتظر الرد} many {# محادثة تنتظر الرد} other {# محادثة تنتظر الرد}}",
  frame_unanswered_many: "أكثر من {count} محادثة تنتظر الرد",
  frame_more_than: "‎{count}+",

  frame_keys: "اختصارات لوحة المفاتيح",
  frame_keys_everywhere: "في كل مكان",
  frame_keys_list: "عرض الاختصارات",
  frame_keys_characters: "اختصارات الأحرف المفردة",
  frame_keys_characters_hint: "أوقفها إن كنت تضغطها سهوًا أو تملي على جهازك. تبقى الاختصارات الأخرى.",
  frame_close: "إغلاق",

  frame_go_inbox: "الانتقال إلى الوارد",
  frame_go_feedback: "الانتقال إلى الآراء",
  frame_go_results: "الانتقال إلى النتائج",
  frame_go_channels: "الانتقال إلى القنوات",
  frame_go_settings: "الانتقال إلى الإعدادات",

  frame_palette: "انتقل أو ابحث",
  frame_palette_open: "الانتقال إلى صفحة أو البحث",
  frame_palette_found:
    "{count, plural, zero {لا نتائج} one {نتيجة واحدة} two {نتيجتان} few {# نتائج} many {# نتيجة} other {# نتيجة}}",
  frame_palette_pages: "الصفحات",
  frame_palette_search: "البحث",
  frame_palette_acts: "الإجراءات",
  frame_search_chats: "البحث في المحادثات عن «{text}»",
  frame_search_feedback: "إيجاد آراء فيها «{text}»",
};
