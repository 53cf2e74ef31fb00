namespace Prober.Engine.Watching;

/// <summary>The thread that runs an engine.</summary>
public sealed class EngineThread : IDisposable
{
    private readonly ProbeEngine _engine;
    private readonly ManualResetEventSlim _stop = new(initialState: false, spinCount: 0); // a tick is far longer than a spin
    private readonly Thread _thread;

    public EngineThread(ProbeEngine engine)
    {
        _engine = engine;
        _thread = new(Run) { Name = "Prober", IsBackground = true, Priority = ThreadPriority.AboveNormal };
        _thread.Start();
    }

    /// <summary>Ends the thread, and with it all probes.</summary>
    public void Dispose()
    {
        _stop.Set();
        _thread.Join();
        _stop.Dispose();
    }

    private void Run()
    {
        while (!_stop.Wait(ProbeEngine.Tick))
        {
            _engine.Advance();
        }

        _engine.Dispose();
    }
}
