namespace NBomber.Contracts;

/// <summary>The context of an iteration; each copy has its own.</summary>
public interface IScenarioContext
{
    /// <summary>Ends the session: nothing new is started, what runs is waited for.</summary>
    void StopCurrentTest(string reason);
}
