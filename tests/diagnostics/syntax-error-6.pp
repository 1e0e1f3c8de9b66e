class app {
  notice('one')
}
}

package {
	"nginx":
	ensure = installed,
}
