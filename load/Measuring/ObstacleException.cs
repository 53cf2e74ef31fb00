namespace Load.Measuring;

/// <summary>
/// A case cannot be measured on this machine, which came out before it was tried: it is skipped by name, and is no failure of the run.
/// </summary>
internal sealed class ObstacleException(string obstacle) : Exception(obstacle);
