namespace Load.Comparing;

internal enum Verdict
{
    /// <summary>Whatever changed, these repeats cannot tell it from noise.</summary>
    NoDifferenceShown,

    Better,

    Worse,
}
