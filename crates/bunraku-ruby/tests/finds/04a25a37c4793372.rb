#
[2].each_with_object({}){|x,h|h[h]=h}