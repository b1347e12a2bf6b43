import type { frame as english } from "../en/frame";
import type { InLanguage } from "../types";

/** Texts of the frame around the pages: navigation, keys, palette, in Turkish. */
export const frame: InLanguage<typeof english> = {
  frame_inbox: "Gelen kutusu",
  frame_feedback: "Geri bildirim",
  frame_results: "Sonuçlar",
  frame_channels: "Kanallar",
  frame_settings: "Ayarlar",

  frame_skip: "İçeriğe geç",
  frame_navigation: "Bölümler",
  frame_account: "Hesap",
  frame_unanswered: "{count, plural, one {# sohbet yanıt bekliyor} other {# sohbet yanıt bekliyor}}",
  frame_unanswered_many: "{count} üzerinde sohbet yanıt bekliyor",
  frame_more_than: "+{count}",

  frame_keys: "Klavye kısayolları",
  frame_keys_everywhere: "Her yerde",
  frame_keys_list: "Kısayolları göster",
  frame_keys_characters: "Tek karakterli kısayollar",
  frame_keys_characters_hint:
    "Yanlışlıkla basıyorsanız veya cihazınıza sesle yazdırıyorsanız kapatın. Diğerleri açık kalır.",
  frame_close: "Kapat",

  frame_go_inbox: "Gelen kutusuna git",
  frame_go_feedback: "Geri bildirime git",
  frame_go_results: "Sonuçlara git",
  frame_go_channels: "Kanallara git",
  frame_go_settings: "Ayarlara git",

  frame_palette: "Git veya ara",
  frame_palette_open: "Bir sayfaya git ya da ara",
  frame_palette_found: "{count, plural, one {# sonuç} other {# sonuç}}",
  frame_palette_pages: "Sayfalar",
  frame_palette_search: "Arama",
  frame_palette_acts: "İşlemler",
  frame_search_chats: "Sohbetlerde “{text}” ara",
  frame_search_feedback: "“{text}” içeren geri bildirimleri bul",
};
