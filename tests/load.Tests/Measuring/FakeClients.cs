using Load.Machine;
using Load.Measuring;

namespace Load.Tests.Measuring;

/// <summary>Answers after a moment, rightly unless told otherwise.</summary>
internal sealed class FakeClients : IClientSource
{
    private int _requests;

    public WireCounter? Wire => null;

    public int Clients { get; private set; }

    public int Requests => Volatile.Read(ref _requests);

    /// <summary>Given the number of the request, from 1, and its deadline.</summary>
    public Func<int, CancellationToken, Task> Send { get; init; } = (_, _) => Task.Delay(1, CancellationToken.None);

    /// <summary>Given the number of the request, from 1.</summary>
    public Func<int, RequestAssessment> Judge { get; init; } = _ => RequestAssessment.Ok;

    public IClient NewClient(int number)
    {
        Clients++;
        return new Client(this);
    }

    private sealed class Client(FakeClients clients) : IClient
    {
        private int _number;

        public void Prepare(long ordinal) => _number = Interlocked.Increment(ref clients._requests);

        public Task SendAsync(CancellationToken deadline) => clients.Send(_number, deadline);

        public RequestAssessment Check() => clients.Judge(_number);

        public void Dispose()
        {
            // Holds nothing.
        }
    }
}
