namespace Prometheus;

/// <summary>Called for each observation that brings no exemplar of its own; answers <see cref="Exemplar.None"/> for none.</summary>
public delegate Exemplar ExemplarProvider(Collector metric, double value);
