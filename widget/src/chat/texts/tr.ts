import type { en } from "./en";

export const tr: Record<keyof typeof en, string> = {
  conversation: "Konuşma",
  loading: "Sohbet yükleniyor…",
  load_error: "Sohbet yüklenemedi.",
  try_again: "Tekrar dene",

  your_feedback: "Geri bildiriminiz",
  you: "Siz",
  team: "Ekip",
  agreed: "Kabul edildi",
  click_to_open: "Açmak için tıklayın",
  new_messages: "Yeni mesajlar",

  message: "Mesaj",
  write_message: "Mesaj yazın…",
  send: "Gönder",
  message_sending: "Gönderiliyor",
  message_sent: "Gönderildi",
  message_not_sent: "Gönderilemedi",

  reconnecting: "Bağlantı koptu. Yeniden bağlanılıyor…",
  offline: "Çevrimdışısınız. Yeni mesajlar bağlantınız geri geldiğinde görünecek.",

  queue: "Teşekkürler! Sıraya alındınız. Kısa süre içinde size dönülecek.",
  queued: "Ekipten biri katıldığında yazabilirsiniz.",
  closed: "Bu sohbet kapatıldı.",
  archived: "Bu sohbeti sonlandırdınız.",
  out_of_hours: "Şu anda çalışma saatlerimizin dışındayız. Döndüğümüzde buradan yazabilirsiniz.",
  new_feedback: "Yeni geri bildirim",

  end_chat: "Sohbeti sonlandır",
  end_chat_question: "Bu sohbeti sonlandırmak istiyor musunuz?",
  end_chat_explanation: "Sonlandırdığınızda bu sohbete artık mesaj gönderemezsiniz.",
  end_chat_failed: "Sohbet sonlandırılamadı. Lütfen tekrar deneyin.",
  yes: "Evet",
  no: "Hayır",
};
