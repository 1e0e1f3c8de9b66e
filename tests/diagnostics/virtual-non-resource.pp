@include('ntp')
