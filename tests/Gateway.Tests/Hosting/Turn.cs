using System.Threading.Tasks.Sources;

namespace Gateway.Tests.Hosting;

/// <summary>
/// Something that is waited for again and again, and ends when a test says so. It allocates nothing, and whoever waits goes on within
/// <see cref="End"/>, on the test's own thread.
/// </summary>
internal sealed class Turn<T> : IValueTaskSource<T>, IValueTaskSource
{
    private ManualResetValueTaskSourceCore<T> _core;

    public bool IsPending { get; private set; }

    public ValueTask<T> Wait() => new(this, Begin());

    public ValueTask WaitForEnd() => new(this, Begin());

    public void End(T result)
    {
        IsPending = false;
        _core.SetResult(result);
    }

    T IValueTaskSource<T>.GetResult(short token) => _core.GetResult(token);

    void IValueTaskSource.GetResult(short token) => _core.GetResult(token);

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);

    private short Begin()
    {
        _core.Reset();
        IsPending = true;
        return _core.Version;
    }
}
