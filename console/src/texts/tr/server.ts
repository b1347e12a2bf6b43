import type { server as english } from "../en/server";
import type { InLanguage } from "../types";

/** What a server knows about itself, by the codes of its conditions, in Turkish. */
export const server: InLanguage<typeof english> = {
  server_no_risky_option: "Riskli bir seçenek yok.",
  server_visitors_unencrypted:
    "Ziyaretçiler sunucuya şifresiz ulaşıyor. Önüne HTTPS kullanan bir vekil sunucu koyun ve --public-url değerini https:// ile başlatın.",
  server_proxy_not_trusted:
    "Sunucunun önünde bir vekil sunucu var, ama sunucu hiçbirine güvenmiyor; bu yüzden başlamaz. Vekil sunucunun adresini --trusted-proxies ile belirtin.",
  server_all_proxies_trusted:
    "Sunucu her adrese vekil sunucu olarak güveniyor; böylece her istemci kimin sınırlarının geçerli olacağını seçebilir. --trusted-proxies ile yalnızca kendi vekil sunucularınızın ağlarını belirtin.",
  server_no_rate_limits:
    "Birinin ne sıklıkta istek gönderebileceğini hiçbir şey sınırlamıyor. --rate-limit seçeneğini kaldırın ya da tek tek sınırları yükseltin.",
  server_no_sign_in_limit:
    "Birinin ne sıklıkta parola deneyebileceğini hiçbir şey sınırlamıyor. sign_in değerini --rate-limit seçeneğinden çıkarın ya da yükseltin.",
  server_private_connectors:
    "Bağlayıcılar kendi ağınızdaki adresleri şifresiz olarak da çağırabilir. Gerekmiyorsa --allow-private-connectors seçeneğini kaldırın.",
  server_private_webhooks:
    "Webhook'lar kendi ağınızdaki adresleri şifresiz olarak da çağırabilir. Gerekmiyorsa --allow-private-webhooks seçeneğini kaldırın.",
  server_public_metrics:
    "--metrics adresine ulaşan herkes ölçümleri okuyabilir. Bu makinenin ya da kendi ağınızın bir adresini seçin.",
  server_text_messages_logged:
    "Sunucu kısa mesajları, içlerindeki kodlarla birlikte günlüğe yazıyor. --sms-url değerini ağ geçidinize ayarlayın.",
  server_mail_unencrypted:
    "E-postalar posta sunucusuna şifresiz gidiyor. Posta sunucusu destekliyorsa --smtp-url değerini starttls:// ya da smtps:// ile başlatın.",
  server_scanner_unencrypted:
    "Ziyaretçilerin dosyaları tarayıcıya şifresiz gidiyor. Tarayıcıyı bu makinede çalıştırın ya da ona şifreli bir ağ üzerinden ulaşın.",
  server_active_documents:
    "Betik ya da dosya içeren belgeler ekibe ulaşıyor. Böyle belgelere ihtiyacınız yoksa --allow-active-documents seçeneğini kaldırın.",
  server_runs_as_root: "Sunucu root olarak çalışıyor. Onu kendine ait bir kullanıcıyla çalıştırın.",
  server_database_unencrypted:
    "Başka bir makinedeki PostgreSQL bağlantısı şifresiz olabilir. Veritabanının adresine ?sslmode=verify-full ya da en azından ?sslmode=require ekleyin.",
  server_redis_unencrypted:
    "Başka bir makinedeki Redis bağlantısı şifresiz. --redis değerini rediss:// ile başlatın.",
  server_files_unencrypted:
    "Dosyalar başka bir makinedeki depoya şifresiz gidiyor. --files uç noktasını https:// ile başlatın.",
  server_traces_unencrypted:
    "İzlemeler başka bir makineye şifresiz gidiyor. --otlp değerini https:// ile başlatın.",
  server_database_ready: "Gönderilenleri kaydediyor.",
  server_database_unavailable:
    "Gönderilenleri kaydetmiyor. Günlüğe bakın ve “pulsen doctor” komutunu çalıştırın. Sayfalar geri bildirimlerini saklar ve yeniden gönderir.",
  server_database_space: "Veritabanı için {size} boş yer var.",
  server_database_space_low:
    "Veritabanı için {size} boş yer var. Yer açın: ayrılan payın (--disk-reserve) altında sunucu büyük geri bildirimleri ve yüklemeleri reddeder.",
  server_database_space_unknown: "Veritabanı için ne kadar yer olduğu öğrenilemiyor. Günlüğe bakın.",
  server_file_space: "Dosyalar için {size} boş yer var.",
  server_file_space_low:
    "Dosyalar için {size} boş yer var. Yer açın: ayrılan payın (--disk-reserve) altında sunucu büyük geri bildirimleri ve yüklemeleri reddeder.",
  server_file_space_unknown: "Dosyalar için ne kadar yer olduğu öğrenilemiyor. Günlüğe bakın.",
  server_redis_ready: "Yanıt veriyor.",
  server_redis_unavailable:
    "Ulaşılamıyor. Sunucular onsuz da çalışır, ama birbirlerinin değişikliklerini geç görür.",
  server_mail_punctual: "Bir saatten uzun süredir bekleyen e-posta yok.",
  server_mail_late:
    "{count, plural, one {# e-posta bir saatten uzun süredir bekliyor.} other {# e-posta bekliyor; en eskisi bir saatten uzun süredir.}} “pulsen doctor” komutunu çalıştırın: posta sunucusuna sorar.",
  server_deliveries_punctual: "Kalıcı olarak başarısız olan teslimat yok.",
  server_deliveries_late:
    "{count, plural, one {# teslimat bir saatten uzun süredir bekliyor.} other {# teslimat bekliyor; en eskisi bir saatten uzun süredir.}} Webhook'lara bakın: bir alıcı yanıt vermiyor.",
  server_deliveries_failed:
    "{count, plural, one {# teslimat kalıcı olarak başarısız oldu.} other {# teslimat kalıcı olarak başarısız oldu.}} Webhook'lara bakın: alıcıyı düzeltin, sonra teslimatları yeniden gönderin.",
};
