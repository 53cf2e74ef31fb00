using Confluent.Kafka;
using Kafka.Client.Connecting;

namespace Kafka.Client.Consuming;

/// <summary>
/// The accesses that the rules forbid a member of a group. The client reports each once, and never its end: an entry is removed when
/// something proves that it is over. A partition was read or belongs to another member, the group was joined, or it accepted an offset.
/// </summary>
/// <param name="settings">The member's settings.</param>
internal sealed class MissingRights(ConsumerSettings settings)
{
    // A topic that the client may not even see has no partitions yet.
    private readonly Dictionary<string, (MissingRight Right, int Assignments)> _unseen = [];
    private readonly Dictionary<TopicPartition, MissingRight> _unread = [];
    private MissingRight? _group;
    private MissingRight? _nameless;
    private int _assignments;

    public bool IsAny => _group is not null || _nameless is not null || _unseen.Count > 0 || _unread.Count > 0;

    public bool IsGroups => _group is not null;

    public IReadOnlyList<MissingRight> All => !IsAny ? [] :
    [
        .. _unseen.Values.Select(unseen => unseen.Right).Concat(_unread.Values).Append(_group).Append(_nameless)
            .OfType<MissingRight>().DistinctBy(missing => missing.On),
    ];

    /// <param name="error">What the client reports.</param>
    /// <param name="topic">Null when it names none.</param>
    /// <param name="partition">Negative when it names none.</param>
    /// <returns>False for an error of another kind.</returns>
    public bool Take(Error error, string? topic, int partition)
    {
        if (settings.MissingRightOf(error, topic) is not { } missing)
        {
            return false;
        }

        if (error.Code == ErrorCode.GroupAuthorizationFailed)
        {
            _group = missing;
        }
        else if (topic is null)
        {
            _nameless = missing;
        }
        else if (partition < 0)
        {
            _unseen[topic] = (missing, _assignments);
        }
        else
        {
            _unread[new(topic, partition)] = missing;
        }

        return true;
    }

    /// <summary>A record of the partition came, or its end.</summary>
    public void Read(TopicPartition partition)
    {
        _unread.Remove(partition);
        _unseen.Remove(partition.Topic);
        _nameless = null;
    }

    /// <summary>
    /// The broker describes the topic. Whether it may be read is certain only when it is read, except if the group has given its partitions
    /// to other members since: then it is theirs to find out.
    /// </summary>
    public void Seen(string topic, IReadOnlySet<TopicPartition> assigned)
    {
        if (_unseen.TryGetValue(topic, out var unseen) && unseen.Assignments < _assignments
            && !assigned.Any(partition => partition.Topic == topic))
        {
            _unseen.Remove(topic);
        }
    }

    /// <summary>The member has joined the group.</summary>
    public void Joined()
    {
        _assignments++;
        _group = null;
    }

    /// <summary>The group answers as it does only to its members.</summary>
    public void GroupAnswered() => _group = null;

    /// <summary>The partitions belong to another member.</summary>
    public void Gone(IEnumerable<TopicPartition> partitions)
    {
        foreach (var partition in partitions)
        {
            _unread.Remove(partition);
        }
    }
}
