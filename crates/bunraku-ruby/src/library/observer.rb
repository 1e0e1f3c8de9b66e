# Observable: an object that tells others when it has changed.
module Observable
  def add_observer(observer, method = :update)
    @observer_peers ||= {}
    raise NoMethodError, "observer does not respond to `#{method}'" unless observer.respond_to?(method)

    @observer_peers[observer] = method
  end

  def delete_observer(observer)
    @observer_peers&.delete(observer)
  end

  def delete_observers
    @observer_peers&.clear
  end

  def count_observers
    @observer_peers ? @observer_peers.size : 0
  end

  def changed(state = true)
    @observer_state = state
  end

  def changed?
    !!@observer_state
  end

  # Without a change nobody is told.
  def notify_observers(*news)
    return unless @observer_state

    @observer_peers&.each { |observer, method| observer.__send__(method, *news) }
    @observer_state = false
  end
end
