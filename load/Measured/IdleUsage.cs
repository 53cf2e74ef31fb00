using Load.Monitoring;

namespace Load.Measured;

/// <summary>What a service process uses while nobody asks it anything.</summary>
/// <param name="Before">When it was ready and had not been asked anything, or had settled after its warm-up; null when it could not be read.</param>
/// <param name="After">When all was over; null when it had ended before.</param>
internal sealed record IdleUsage(ProcessUsage? Before, ProcessUsage? After);
