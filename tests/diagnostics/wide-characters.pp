notify { "🦊 狐は茶色い": message => "素早い", message2 "跳ぶ" }
