namespace NBomber.Contracts;

/// <summary>What the session is doing with a scenario; a recorder leaves out what is not <see cref="Bombing"/>.</summary>
public enum ScenarioOperation
{
    Init = 0,
    Clean = 1,
    WarmUp = 2,
    Bombing = 3,
}
