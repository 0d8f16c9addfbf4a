# A whole OpenStack Swift with its S3 interface in one process: s3-server.py FOLDER SECRET. Prints its port; ends, and removes the folder, when its input ends.
import os
import shutil
import sys
import time

os.environ['TZ'] = 'UTC+0'
time.tzset()

import eventlet
import eventlet.wsgi
from swift.common import utils

utils.eventlet_monkey_patch()
utils.HASH_PATH_SUFFIX = b'recto'
utils.HASH_PATH_PREFIX = b'recto'

from swift.common.http_protocol import SwiftHttpProtocol
from swift.common.ring import RingBuilder
from swift.common.swob import Request, wsgify
from swift.common.wsgi import loadapp

folder, secret = sys.argv[1:]

COMMON = f'''
[DEFAULT]
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
fallocate_reserve = 0
log_level = CRITICAL
log_address = {folder}/no-log
'''

STORE = COMMON + '''
[app:main]
use = egg:swift#{name}
'''

PROXY = COMMON + f'''
[pipeline:main]
pipeline = catch_errors listing_formats bulk s3api tempauth slo proxy-server

[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true

[filter:catch_errors]
use = egg:swift#catch_errors

[filter:listing_formats]
use = egg:swift#listing_formats

[filter:bulk]
use = egg:swift#bulk

[filter:s3api]
use = egg:swift#s3api
max_upload_part_num = 10000

[filter:tempauth]
use = egg:swift#tempauth
user_recto_tests = {secret} .admin

[filter:slo]
use = egg:swift#slo
rate_limit_after_segment = 100000
'''


class Memory:
    """The few calls of a memcache client that Swift makes, kept in this process."""

    def __init__(self):
        self.kept = {}

    def set(self, key, value, time=0, **_):
        self.kept[key] = (value, clock() + time if time else float('inf'))

    def get(self, key, **_):
        value, end = self.kept.get(key, (None, 0))
        return value if end > clock() else None

    def delete(self, key, **_):
        self.kept.pop(key, None)

    def incr(self, key, delta=1, time=0):
        self.set(key, int(self.get(key) or 0) + delta, time)
        return self.get(key)

    def decr(self, key, delta=1, time=0):
        return self.incr(key, -delta, time)


clock = time.monotonic


def with_memory(app):
    memory = Memory()

    def remembering(env, start_response):
        env['swift.cache'] = memory
        return app(env, start_response)

    return remembering


def write(name, text):
    path = os.path.join(folder, name)
    with open(path, 'w') as file:
        file.write(text)
    return path


def serve(sock, app):
    eventlet.spawn(
        eventlet.wsgi.server, sock, app, utils.NullLogger(),
        protocol=SwiftHttpProtocol, capitalize_response_headers=False, socket_timeout=60)


def start_store(name):
    sock = eventlet.listen(('127.0.0.1', 0), backlog=512)
    port = sock.getsockname()[1]
    ring = RingBuilder(part_power=4, replicas=1, min_part_hours=0)
    ring.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'd1', 'weight': 1})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, name + '.ring.gz'))
    serve(sock, loadapp(write(name + '.conf', STORE.format(name=name)), global_conf={'log_name': name}))


def make_account(app):
    """Otherwise the first requests race to make it."""
    request = Request.blank('/v1/AUTH_recto', method='PUT')
    request.environ['swift.authorize_override'] = True
    request.environ['swift.authorize'] = lambda _: None
    request.get_response(app._pipeline_final_app)


os.makedirs(os.path.join(folder, 'devices', 'd1'))
os.setxattr(folder, 'user.recto', b'1')  # Swift needs these; better to fail here than at the first put.
for name in ('account', 'container', 'object'):
    start_store(name)
proxy = loadapp(write('proxy.conf', PROXY), global_conf={'log_name': 'proxy'})
make_account(proxy)
sock = eventlet.listen(('127.0.0.1', 0), backlog=512)
serve(sock, with_memory(proxy))
print(sock.getsockname()[1], flush=True)
eventlet.tpool.execute(sys.stdin.read)
shutil.rmtree(folder, ignore_errors=True)
os._exit(0)
