using System.Collections.Concurrent;

namespace Hosting.Limits;

/// <summary>
/// The bytes that each client may send: a budget that fills at a steady rate, up to one second's worth, and that a running request may
/// overdraw. (The token bucket of System.Threading.RateLimiting cannot be overdrawn.)
/// </summary>
internal sealed class ByteBudgets(long bytesPerSecond, TimeProvider time)
{
    private const int MaxClients = 100_000;

    private readonly ConcurrentDictionary<string, Budget> _budgets = new(StringComparer.Ordinal);

    /// <returns>How long the client has to wait; zero when it may send.</returns>
    public TimeSpan Owes(string client) =>
        _budgets.TryGetValue(client, out var budget) ? budget.Owes(Now, bytesPerSecond) : TimeSpan.Zero;

    public void Spend(string client, long bytes)
    {
        if (_budgets.Count > MaxClients)
        {
            Forget();
        }

        _budgets.GetOrAdd(client, static _ => new Budget()).Spend(Now, bytesPerSecond, bytes);
    }

    private double Now => time.GetTimestamp() / (double)time.TimestampFrequency;

    /// <summary>Clients that owe nothing need not be remembered.</summary>
    private void Forget()
    {
        foreach (var (client, budget) in _budgets)
        {
            if (budget.Owes(Now, bytesPerSecond) == TimeSpan.Zero)
            {
                _budgets.TryRemove(client, out _);
            }
        }
    }

    private sealed class Budget
    {
        private readonly Lock _gate = new();
        private double _spent;
        private double _at;

        public void Spend(double now, long rate, long bytes)
        {
            lock (_gate)
            {
                _spent = Left(now, rate) + bytes;
                _at = now;
            }
        }

        public TimeSpan Owes(double now, long rate)
        {
            lock (_gate)
            {
                return TimeSpan.FromSeconds(Math.Max(0, (Left(now, rate) / rate) - 1));
            }
        }

        private double Left(double now, long rate) => Math.Max(0, _spent - ((now - _at) * rate));
    }
}
