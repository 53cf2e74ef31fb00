namespace Prometheus;

/// <summary>One time series, or for a histogram the group of them that shares its labels.</summary>
public interface ICollectorChild;
