# What all nodes get. Classes come from the folder `modules` beside `manifests`.
node default {
}
