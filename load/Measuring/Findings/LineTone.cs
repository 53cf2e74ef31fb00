namespace Load.Measuring.Findings;

internal enum LineTone
{
    Plain,

    /// <summary>Something in it went wrong.</summary>
    Failed,

    /// <summary>It says more about the lab than about the service.</summary>
    Void,
}
