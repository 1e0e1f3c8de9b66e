type App::Port = ['http', 'https']
