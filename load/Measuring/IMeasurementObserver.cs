using Load.Machine;

namespace Load.Measuring;

/// <summary>Is told what is measured while it is measured.</summary>
internal interface IMeasurementObserver
{
    /// <summary>A case is about to be measured.</summary>
    IRequestObserver Begin(Case measured);

    /// <summary>A process under test has been started.</summary>
    /// <param name="process">A process, with or without metrics of its own.</param>
    /// <param name="setup">Name of what it was started with.</param>
    void Started(IObservedProcess process, string setup);

    /// <summary>A process under test is about to be stopped.</summary>
    void Stopping(IObservedProcess process);
}

/// <summary>Is told of the requests of one iteration, one by one: it must not slow them down.</summary>
internal interface IRequestObserver
{
    /// <summary>The first request that counts is about to be sent.</summary>
    void Measuring();

    void Sent();

    void Answered();

    /// <summary>A request counts: it was none of the warm-up's.</summary>
    void Counted(Sample sample);

    /// <summary>The case is no longer measured, whatever ended it; does nothing before <see cref="Measuring"/>.</summary>
    void End();
}

/// <summary>Shows a person what the lab is doing.</summary>
internal interface IProgressView
{
    void Planned(Suite suite);

    void WaitingForQuiet(TimeSpan atMost);

    void WarmingUp(Case measured);

    void IterationStarted(Case measured, int repeat);

    void IterationSkipped(Case measured);

    void WatchingIdle(TimeSpan time);

    void IterationEnded(Case measured, Iteration iteration);

    /// <param name="measured">Is void now.</param>
    /// <param name="reason">What went wrong with the lab or its processes.</param>
    void IterationBroken(Case measured, string reason);
}
